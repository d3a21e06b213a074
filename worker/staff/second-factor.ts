import { and, eq, isNotNull, lt, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import { Secret, TOTP } from "otpauth";
import { type Database, database, hasRow, named } from "../../db/database.ts";
import { brand } from "../../db/model/site/brand.ts";
import { isAppCode, type NewPasskey, type PasskeySignature } from "../../db/model/staff/second-factor.ts";
import type { Change } from "../../db/model/staff/staff.ts";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { audit, passkeys, recoveryCodes, sessions, users } from "../../db/schema.ts";
import type { Attempt } from "../case/attempt.ts";
import type { Env } from "../env.ts";
import { decrypted, encrypted, keyedHash } from "../hash.ts";
import { type Caller, signInDelay, signInTry } from "../http/limits.ts";
import { userChange } from "./changes.ts";
import type { Member, OpenSession } from "./session.ts";

/** Loaded when a passkey is used. It is a fifth of the Worker, and no visitor's first request should wait for it. */
const webauthn = () => import("@simplewebauthn/server");

const CHALLENGE_MS = 10 * MINUTE_MS;
const RECOVERY_CODES = 10;
const ONLY_FACTOR = "This is your only second factor. Set up another one first.";
/** Crockford's base 32, without letters that look like digits. Ten of them are 50 random bits. */
const CODE_LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";
const CODE_LENGTH = 10;
/** Also accepts the codes just before and after the current one (RFC 6238, 5.2). */
const APP_WINDOW = 1;
/**
 * After so many wrong codes for a member in a day, no app code works. Three in a million codes are valid at a time, so
 * a month of guessing has a chance of 1 in 500. It takes the password, and passkeys and recovery codes still work.
 */
const MAX_WRONG_CODES = 20;
/** After so many, the audit log names the member, and the firm is told (worker/operations/alarms.ts). */
const TOLD_WRONG_CODES = 10;

/** Whether members without a second factor may sign in with a password alone. */
export function isOptional({ SECOND_FACTOR }: Pick<Env, "SECOND_FACTOR">) {
  return SECOND_FACTOR === "optional";
}

/** Whether this session may set up a factor: it was verified, or the member has none yet. */
export function mayAddFactor(session: OpenSession) {
  return session.verifiedAt !== null || isWithout(session);
}

function isWithout({ user, passkeys }: OpenSession) {
  return user.appSecret === null && passkeys.length === 0;
}

/** What a browser needs to sign with the member's passkey. Good for ten minutes, until it is asked for again. */
export async function askForPasskey(env: Env, session: OpenSession) {
  const { generateAuthenticationOptions } = await webauthn();
  const { extensions, ...options } = await generateAuthenticationOptions({
    rpID: hostOf(env),
    allowCredentials: session.passkeys.map(({ id }) => ({ id })),
    userVerification: "preferred",
  });
  await noteAsked(database(env.DB), session, { challenge: options.challenge });
  return options;
}

/** Verifies the session if one of the member's passkeys has signed its challenge. */
export async function passPasskey(env: Env, session: OpenSession, signed: PasskeySignature) {
  const db = database(env.DB);
  const { challenge } = session;
  const passkey = session.passkeys.find(({ id }) => id === signed.id);
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
  const isAsJudged = and(eq(passkeys.id, id), eq(passkeys.counter, counter));
  const [[passed]] = await db.batch([
    passStatement(db, session, and(eq(sessions.challenge, challenge), hasRow(passkeys, isAsJudged))),
    db.update(passkeys).set({ counter: result.authenticationInfo.newCounter }).where(isAsJudged),
  ]);
  return passed !== undefined;
}

/** Verifies the session by an app code or a recovery code. Each works once; tries are limited like passwords. */
export async function passCode(c: Caller, session: OpenSession, code: string) {
  const db = database(c.env.DB);
  const { user } = session;
  const { wrong, counted, forgiven } = await signInTry(c, db, `code ${user.username}`);
  const [[before]] = await db.batch([wrong, ...counted]);
  const wrongBefore = before?.count ?? 0;
  await scheduler.wait(signInDelay(wrongBefore));
  if (isAppCode(code) && wrongBefore >= MAX_WRONG_CODES) return "exhausted";
  const used = isAppCode(code)
    ? await appCodeUsed(c.env, db, session, code)
    : await recoveryCodeUsed(c.env, db, session, code);
  if (!used) {
    const guessed = { userId: user.id, username: user.username, action: "guessCodes", subjectId: user.id } as const;
    if (wrongBefore + 1 === TOLD_WRONG_CODES) await db.insert(audit).values({ ...guessed, isAllowed: true });
    return "wrong";
  }
  const [[passed]] = await db.batch([passStatement(db, session, used.isUnused), ...used.use, ...forgiven]);
  return passed ? "right" : "wrong";
}

/** What a browser needs to create a passkey for this member. */
export async function askForNewPasskey(env: Env, session: OpenSession) {
  const { user, passkeys } = session;
  const { generateRegistrationOptions } = await webauthn();
  const { extensions, ...options } = await generateRegistrationOptions({
    rpName: brand.name,
    rpID: hostOf(env),
    userName: user.username,
    userID: Uint8Array.from(Buffer.from(user.id)),
    excludeCredentials: passkeys.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "preferred", userVerification: "preferred" },
  });
  await noteAsked(database(env.DB), session, { challenge: options.challenge });
  return options;
}

/** Stores a new passkey; null if it does not answer the challenge. */
export async function addPasskey(env: Env, session: OpenSession, made: NewPasskey) {
  const { challenge, userId } = session;
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
  return addFactor(env, session, {
    isAsked: eq(sessions.challenge, challenge),
    change: { passkey: "added" },
    store: (isAllowed) =>
      db
        .insert(passkeys)
        .select(
          sql`select ${id}, ${userId}, ${Buffer.from(publicKey).toString("base64url")}, ${counter}, ${Date.now()} where ${isAllowed}`,
        )
        .onConflictDoNothing(),
    isStored: hasRow(passkeys, and(eq(passkeys.id, id), eq(passkeys.userId, userId))),
  });
}

/** A new secret for an authenticator app. It counts once the member sends a code made from it. */
export async function askForNewApp(env: Env, session: OpenSession) {
  const secret = new Secret();
  await noteAsked(database(env.DB), session, { newAppSecret: await encrypted(env.HASH_KEY, secret.base32) });
  return { secret: secret.base32, uri: totpOf(secret.base32, session.user.username).toString() };
}

/** Stores the app's secret if this code was made from it; otherwise null. */
export async function addApp(env: Env, session: OpenSession, code: string) {
  const { newAppSecret, userId } = session;
  if (!newAppSecret) return null;
  const step = stepOf(await decrypted(env.HASH_KEY, newAppSecret), code);
  if (step === null) return null;
  const db = database(env.DB);
  return addFactor(env, session, {
    isAsked: eq(sessions.newAppSecret, newAppSecret),
    change: { authenticatorApp: "set up" },
    store: (isAllowed) =>
      db
        .update(users)
        .set({ appSecret: newAppSecret, appStep: step })
        .where(and(eq(users.id, userId), isAllowed)),
    isStored: hasRow(users, and(eq(users.id, userId), eq(users.appSecret, newAppSecret))),
  });
}

/** Replaces the member's recovery codes, and returns the new ones, to be shown once. */
export async function renewRecoveryCodes(env: Env, member: Member) {
  const db = database(env.DB);
  const { codes, statements } = await newRecoveryCodes(env, db, member.id);
  await db.batch([ownChange(db, member, { recoveryCodes: "new ones" }), ...statements]);
  return codes;
}

/** A member's new recovery codes, and the statements that replace the old ones. */
async function newRecoveryCodes({ HASH_KEY }: Env, db: Database, userId: string, condition: SQL = sql`true`) {
  const codes = Array.from({ length: RECOVERY_CODES }, randomCode);
  const hashes = JSON.stringify(await Promise.all(codes.map((code) => recoveryHash(HASH_KEY, userId, code))));
  return {
    codes: codes.map((code) => `${code.slice(0, CODE_LENGTH / 2)}-${code.slice(CODE_LENGTH / 2)}`),
    statements: [
      db.delete(recoveryCodes).where(and(eq(recoveryCodes.userId, userId), condition)),
      db.insert(recoveryCodes).select(sql`select value, ${userId} from json_each(${hashes}) where ${condition}`),
    ] as const,
  };
}

/** A member's passkeys, whether they have an app, and how many recovery codes are left. */
export async function readFactors(db: Database, userId: string) {
  const [keys, apps, codes] = await db.batch([
    db
      .select({ id: passkeys.id, createdAt: passkeys.createdAt })
      .from(passkeys)
      .where(eq(passkeys.userId, userId))
      .orderBy(passkeys.createdAt),
    db.select({ id: users.id }).from(users).where(isAppOf(userId)),
    db.select({ userId: recoveryCodes.userId }).from(recoveryCodes).where(eq(recoveryCodes.userId, userId)),
  ]);
  return { passkeys: keys, hasApp: apps.length > 0, recoveryCodes: codes.length };
}

/** Removes one of the member's passkeys. Refused if it is the last factor where one is required. */
export async function removePasskey(env: Env, member: Member, id: string): Promise<Attempt> {
  const db = database(env.DB);
  const isOwn = eq(passkeys.userId, member.id);
  const isKey = and(isOwn, eq(passkeys.id, id));
  const hasAnother = or(hasRow(users, isAppOf(member.id)), hasRow(passkeys, and(isOwn, ne(passkeys.id, id))));
  const mayRemove = isOptional(env) ? undefined : hasAnother;
  const {
    found: [found],
    removed: [removed],
  } = await named(db, {
    found: db.select({ id: passkeys.id }).from(passkeys).where(isKey),
    logged: ownChange(db, member, { passkey: "removed" }, and(hasRow(passkeys, isKey), mayRemove)),
    removed: db.delete(passkeys).where(and(isKey, mayRemove)).returning({ id: passkeys.id }),
  });
  if (removed) return "done";
  return found ? { refused: ONLY_FACTOR } : null;
}

/** Like `removePasskey`, for the app. Succeeds if there was none. */
export async function removeApp(env: Env, member: Member): Promise<Attempt> {
  const db = database(env.DB);
  const isApp = isAppOf(member.id);
  const mayRemove = isOptional(env) ? undefined : hasRow(passkeys, eq(passkeys.userId, member.id));
  const { left } = await named(db, {
    logged: ownChange(db, member, { authenticatorApp: "removed" }, and(isApp, mayRemove)),
    removed: db.update(users).set({ appSecret: null }).where(and(isApp, mayRemove)),
    left: db.select({ id: users.id }).from(users).where(isApp),
  });
  return left.length > 0 ? { refused: ONLY_FACTOR } : "done";
}

/** The statement that logs members' changes to their own account. */
export function ownChange(
  db: Database,
  member: Pick<Member, "id" | "username">,
  change: Change["new"],
  condition?: SQL,
) {
  return userChange(db, member, and(eq(users.id, member.id), condition), { action: "keepAccount", new: change });
}

interface NewFactor {
  /** The condition that the session was asked for this. */
  isAsked: SQL;
  change: Change["new"];
  store: (isAllowed: SQL) => BatchItem<"sqlite">;
  isStored: SQL;
}

/** Stores a factor and verifies the session by it. The first comes with recovery codes. Null if it may not. */
async function addFactor(env: Env, session: OpenSession, { isAsked, change, store, isStored }: NewFactor) {
  const db = database(env.DB);
  const { userId, user, tokenHash } = session;
  const hasNone = and(not(hasRow(users, isAppOf(userId))), not(hasRow(passkeys, eq(passkeys.userId, userId))));
  const mayAdd = or(isNotNull(sessions.verifiedAt), hasNone);
  const isAllowed = hasRow(sessions, and(eq(sessions.tokenHash, tokenHash), isAsked, mayAdd));
  const recovery = isWithout(session) ? await newRecoveryCodes(env, db, userId, isAllowed) : null;
  const results = await db.batch([
    ownChange(db, user, change, isAllowed),
    ...(recovery?.statements ?? []),
    store(isAllowed),
    passStatement(db, session, and(isAsked, isStored)),
  ]);
  const passed = results.at(-1) as unknown[];
  return passed.length > 0 ? { recoveryCodes: recovery?.codes ?? null } : null;
}

function isAppOf(userId: string) {
  return and(eq(users.id, userId), isNotNull(users.appSecret));
}

/** Notes what the session was asked for: a passkey, an app, or both. Expired requests do not come back. */
function noteAsked(db: Database, session: OpenSession, asked: { challenge: string } | { newAppSecret: string }) {
  const kept = session.challenge || session.newAppSecret ? {} : { challenge: null, newAppSecret: null };
  return db
    .update(sessions)
    .set({ ...kept, ...asked, challengeEndsAt: new Date(Date.now() + CHALLENGE_MS) })
    .where(eq(sessions.tokenHash, session.tokenHash));
}

/** Marks the session as verified if this condition holds, and forgets the challenge it was given. */
function passStatement(db: Database, { tokenHash }: OpenSession, condition: SQL | undefined) {
  return db
    .update(sessions)
    .set({ verifiedAt: new Date(), challenge: null, newAppSecret: null, challengeEndsAt: null })
    .where(and(eq(sessions.tokenHash, tokenHash), condition))
    .returning({ userId: sessions.userId });
}

/** The condition that the app code is unused, and the statements that use it; null if it is not the app's code. */
async function appCodeUsed({ HASH_KEY }: Env, db: Database, { user }: OpenSession, code: string) {
  if (user.appSecret === null) return null;
  const step = stepOf(await decrypted(HASH_KEY, user.appSecret), code);
  if (step === null || step <= user.appStep) return null;
  const isUnused = and(eq(users.id, user.id), lt(users.appStep, step), eq(users.appSecret, user.appSecret));
  return {
    isUnused: hasRow(users, isUnused),
    use: [db.update(users).set({ appStep: step }).where(isUnused)],
  };
}

/** Like `appCodeUsed`, for a recovery code. */
async function recoveryCodeUsed({ HASH_KEY }: Env, db: Database, { user }: OpenSession, code: string) {
  const isCode = eq(recoveryCodes.codeHash, await recoveryHash(HASH_KEY, user.id, code));
  const found = await db.select().from(recoveryCodes).where(isCode);
  if (found.length === 0) return null;
  const isUnused = hasRow(recoveryCodes, isCode);
  return {
    isUnused,
    use: [ownChange(db, user, { recoveryCode: "used" }, isUnused), db.delete(recoveryCodes).where(isCode)],
  };
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
