import { eq, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { Secret, TOTP } from "otpauth";
import { type Database, database, named } from "../../db/database.ts";
import { brand } from "../../db/model/site/brand.ts";
import type { Member } from "../../db/model/staff/member.ts";
import {
  factorsOf,
  hasFactor,
  isAppCode,
  isAppExhausted,
  isGuessing,
  type NewPasskey,
  type PasskeySignature,
  refusedRemoving,
  type SecondFactors,
} from "../../db/model/staff/second-factor.ts";
import { type Change, signInDelay } from "../../db/model/staff/staff.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { audit, passkeys, recoveryCodes, users } from "../../db/schema.ts";
import type { Attempt } from "../case/attempt.ts";
import { committed } from "../commit.ts";
import type { Env } from "../env.ts";
import { decrypted, encrypted, keyedHash } from "../hash.ts";
import type { Caller } from "../http/limits.ts";
import { type Account, accountOf, isOptional, unlessChanged } from "./account.ts";
import { noteChange } from "./changes.ts";
import { changeSession, type OpenSession } from "./session.ts";
import { signInTry } from "./tries.ts";

/** Loaded when a passkey is used. It is a fifth of the Worker, and no visitor's first request should wait for it. */
const webauthn = () => import("@simplewebauthn/server");

const CHALLENGE_MS = 10 * MINUTE_MS;
const RECOVERY_CODES = 10;
/** Crockford's base 32, without letters that look like digits. Ten of them are 50 random bits. */
const CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 10;
/** Also accepts the codes just before and after the current one (RFC 6238, 5.2). */
const APP_WINDOW = 1;

/** What a browser needs to sign with the member's passkey. Good for ten minutes, until it is asked for again. */
export async function askForPasskey(env: Env, session: OpenSession) {
  const { generateAuthenticationOptions } = await webauthn();
  const { extensions, ...options } = await generateAuthenticationOptions({
    rpID: hostOf(env),
    allowCredentials: session.account.passkeys.map(({ id }) => ({ id })),
    userVerification: "preferred",
  });
  await noteAsked(database(env.DB), session, { challenge: options.challenge });
  return options;
}

/** Verifies the session if one of the member's passkeys has signed its challenge. */
export async function passPasskey(env: Env, session: OpenSession, signed: PasskeySignature) {
  const { challenge, account } = session;
  const passkey = account.passkeys.find(({ id }) => id === signed.id);
  if (!passkey || !challenge) return false;
  const { id, publicKey, counter } = passkey;
  const { verifyAuthenticationResponse } = await webauthn();
  const result = await verifyAuthenticationResponse({
    response: asCredential(signed),
    expectedChallenge: challenge,
    expectedOrigin: env.SITE_URL,
    expectedRPID: hostOf(env),
    credential: { id, publicKey: Uint8Array.from(Buffer.from(publicKey, "base64url")), counter },
    requireUserVerification: false,
  }).catch(() => null);
  if (!result?.verified) return false;
  const db = database(env.DB);
  const { newCounter } = result.authenticationInfo;
  await pass(db, session, [db.update(passkeys).set({ counter: newCounter }).where(eq(passkeys.id, id))]);
  return true;
}

/** Verifies the session by an app code or a recovery code. Each works once; tries are limited like passwords, and counted unless `isAgain`. */
export async function passCode(c: Caller, session: OpenSession, code: string, isAgain: boolean) {
  const db = database(c.env.DB);
  const { account } = session;
  const { wrong, counted, forgiven } = await signInTry(c, db, `code ${account.username}`);
  const {
    wrong: [before],
  } = await named(db, { wrong }, isAgain ? [] : counted);
  const wrongBefore = (before?.count ?? 0) - Number(isAgain);
  await scheduler.wait(signInDelay(wrongBefore));
  if (isAppCode(code) && isAppExhausted(wrongBefore)) return "exhausted";
  const used = isAppCode(code)
    ? await spendAppCode(c.env, db, account, code)
    : await spendRecoveryCode(c.env, db, account, code);
  if (!used) {
    const guessed = {
      userId: account.id,
      username: account.username,
      action: "guessCodes",
      subjectId: account.id,
    } as const;
    if (isGuessing(wrongBefore + 1)) await db.insert(audit).values({ ...guessed, isAllowed: true });
    return "wrong";
  }
  await pass(db, session, [...used, ...forgiven]);
  return "right";
}

/** What a browser needs to create a passkey for this member. */
export async function askForNewPasskey(env: Env, session: OpenSession) {
  const { account } = session;
  const { generateRegistrationOptions } = await webauthn();
  const { extensions, ...options } = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: hostOf(env),
    userName: account.username,
    userID: Uint8Array.from(Buffer.from(account.id)),
    excludeCredentials: account.passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await noteAsked(database(env.DB), session, { challenge: options.challenge });
  return options;
}

/** Stores a new passkey; null if it does not answer the challenge, or is somebody's already. */
export async function addPasskey(env: Env, session: OpenSession, made: NewPasskey) {
  const { challenge, account } = session;
  if (!challenge) return null;
  const { verifyRegistrationResponse } = await webauthn();
  const result = await verifyRegistrationResponse({
    response: asCredential(made),
    expectedChallenge: challenge,
    expectedOrigin: env.SITE_URL,
    expectedRPID: hostOf(env),
    requireUserVerification: false,
  }).catch(() => null);
  if (!result?.verified) return null;
  const { id, publicKey, counter } = result.registrationInfo.credential;
  const db = database(env.DB);
  if ((await db.$count(passkeys, eq(passkeys.id, id))) > 0) return null;
  const row = { id, userId: account.id, publicKey: Buffer.from(publicKey).toString("base64url"), counter };
  return addFactor(env, session, { passkey: "added" }, db.insert(passkeys).values(row));
}

/** A new secret for an authenticator app. It counts once the member sends a code made from it. */
export async function askForNewApp(env: Env, session: OpenSession) {
  const secret = new Secret();
  await noteAsked(database(env.DB), session, { newAppSecret: await encrypted(env.HASH_KEY, secret.base32) });
  return { secret: secret.base32, uri: totpOf(secret.base32, session.account.username).toString() };
}

/** Stores the app's secret if this code was made from it; otherwise null. */
export async function addApp(env: Env, session: OpenSession, code: string) {
  const { newAppSecret, account } = session;
  if (!newAppSecret) return null;
  const step = stepOf(await decrypted(env.HASH_KEY, newAppSecret), code);
  if (step === null) return null;
  const stored = database(env.DB)
    .update(users)
    .set({ appSecret: newAppSecret, appStep: step })
    .where(eq(users.id, account.id));
  return addFactor(env, session, { authenticatorApp: "set up" }, stored);
}

/** Replaces the member's recovery codes, and returns the new ones, to be shown once. */
export async function renewRecoveryCodes(env: Env, member: Member) {
  const db = database(env.DB);
  const { codes, statements } = await newRecoveryCodes(env, db, member.id);
  await db.batch([ownChange(db, member, { recoveryCodes: "new ones" }), ...statements]);
  return codes;
}

/** A member's new recovery codes, and the statements that replace the old ones. */
async function newRecoveryCodes({ HASH_KEY }: Env, db: Database, userId: string) {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode);
  const hashes = JSON.stringify(await Promise.all(codes.map((code) => recoveryHash(HASH_KEY, userId, code))));
  return {
    codes: codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`),
    statements: [
      db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
      db.insert(recoveryCodes).select(sql`select value, ${userId} from json_each(${hashes})`),
    ] as const,
  };
}

/** A member's passkeys, whether they have an app, and how many recovery codes are left. */
export async function readFactors(db: Database, userId: string) {
  const [account] = await accountOf(db, eq(users.id, userId));
  const { passkeys = [], appSecret = null, recoveryCodes = [] } = account ?? {};
  return {
    passkeys: passkeys.map(({ id, createdAt }) => ({ id, createdAt: new Date(createdAt) })),
    hasApp: appSecret !== null,
    recoveryCodes: recoveryCodes.length,
  };
}

/** Removes one of the member's passkeys. Refused if it is the last factor where one is required. */
export function removePasskey(env: Env, member: Member, id: string) {
  return onAccount(env, member, async (account, db) => {
    const passkeysLeft = account.passkeys.filter((passkey) => passkey.id !== id);
    if (passkeysLeft.length === account.passkeys.length) return null;
    const left = factorsOf({ ...account, passkeys: passkeysLeft });
    return removeFactor(env, account, left, { passkey: "removed" }, db.delete(passkeys).where(eq(passkeys.id, id)));
  });
}

/** Like `removePasskey`, for the app. Succeeds if there was none. */
export function removeApp(env: Env, member: Member) {
  return onAccount(env, member, async (account, db) => {
    if (account.appSecret === null) return "done";
    const left = factorsOf({ ...account, appSecret: null });
    const removed = db.update(users).set({ appSecret: null }).where(eq(users.id, member.id));
    return removeFactor(env, account, left, { authenticatorApp: "removed" }, removed);
  });
}

function onAccount(env: Env, { id }: Member, decide: (account: Account, db: Database) => Promise<Attempt>) {
  const db = database(env.DB);
  return committed(async () => {
    const [account] = await accountOf(db, eq(users.id, id));
    return account ? decide(account, db) : null;
  });
}

async function removeFactor(
  env: Env,
  account: Account,
  left: SecondFactors,
  change: Change["new"],
  removed: BatchItem<"sqlite">,
): Promise<Attempt> {
  const db = database(env.DB);
  const refused = refusedRemoving(left, isOptional(env));
  if (refused) return { refused };
  await db.batch([unlessChanged(db, account), ownChange(db, account, change), removed]);
  return "done";
}

/** The statement that logs a member's change to their own account. */
function ownChange(db: Database, member: Pick<Member, "id" | "username">, change: Change["new"]) {
  return noteChange(db, member, "keepAccount", member.id, { name: member.username, old: {}, new: change });
}

/** Stores a factor and verifies the session by it. The first comes with recovery codes. */
async function addFactor(env: Env, session: OpenSession, change: Change["new"], stored: BatchItem<"sqlite">) {
  const db = database(env.DB);
  const { account } = session;
  const first = hasFactor(factorsOf(account)) ? null : await newRecoveryCodes(env, db, account.id);
  await pass(db, session, [ownChange(db, account, change), ...(first?.statements ?? []), stored]);
  return { recoveryCodes: first?.codes ?? null };
}

/** Notes what the session was asked for: a passkey, an app, or both. Expired requests do not come back. */
function noteAsked(db: Database, session: OpenSession, asked: { challenge: string } | { newAppSecret: string }) {
  const { challenge, newAppSecret } = session;
  const challengeEndsAt = new Date(Date.now() + CHALLENGE_MS);
  return changeSession(db, session, { challenge, newAppSecret, ...asked, challengeEndsAt });
}

/** Marks the session as verified, by what these statements use up or store, and forgets what it was asked for. */
function pass(db: Database, session: OpenSession, statements: BatchItem<"sqlite">[]) {
  const verified = { verifiedAt: new Date(), challenge: null, newAppSecret: null, challengeEndsAt: null };
  return changeSession(db, session, verified, statements);
}

/** The statements that use up an app code; null if it is not the app's, or not newer than the last one. */
async function spendAppCode({ HASH_KEY }: Env, db: Database, { id, appSecret, appStep }: Account, code: string) {
  const step = appSecret === null ? null : stepOf(await decrypted(HASH_KEY, appSecret), code);
  if (step === null || step <= appStep) return null;
  return [db.update(users).set({ appStep: step }).where(eq(users.id, id))];
}

/** The statements that use up a recovery code; null if it is none of those that are left. */
async function spendRecoveryCode({ HASH_KEY }: Env, db: Database, account: Account, code: string) {
  const hash = await recoveryHash(HASH_KEY, account.id, code);
  if (!account.recoveryCodes.includes(hash)) return null;
  return [
    ownChange(db, account, { recoveryCode: "used" }),
    db.delete(recoveryCodes).where(eq(recoveryCodes.codeHash, hash)),
  ];
}

function recoveryHash(key: string, userId: string, code: string) {
  return keyedHash(key, "recovery", `${userId} ${code}`);
}

function randomCode() {
  const bytes = crypto.getRandomValues(new Uint8Array(CODE_LENGTH));
  return [...bytes].map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length]).join("");
}

/** The 30-second step of the app's code; null if the app has not made it lately. */
function stepOf(secret: string, code: string) {
  const totp = totpOf(secret, "");
  const delta = totp.validate({ token: code, window: APP_WINDOW });
  return delta === null ? null : totp.counter() + delta;
}

function totpOf(secret: string, label: string) {
  return new TOTP({ issuer: brand.name, label, secret: Secret.fromBase32(secret) });
}

/** The domain that passkeys belong to. */
function hostOf({ SITE_URL }: Env) {
  return new URL(SITE_URL).hostname;
}

/** The passkey in the library's form, with values for fields that we do not use. */
function asCredential<Signed extends { id: string }>(signed: Signed) {
  return { ...signed, rawId: signed.id, type: "public-key" as const, clientExtensionResults: {} };
}
