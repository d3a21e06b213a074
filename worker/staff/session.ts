import { and, eq, gt, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { type Database, database, hasRow, named } from "../../db/database.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from "../../db/model/time/retention.ts";
import { sessions, users } from "../../db/schema.ts";
import { failUnless } from "../commit.ts";
import type { Env } from "../env.ts";
import { randomToken, sha256 } from "../hash.ts";
import { SESSION_COOKIE } from "../http/session-cookie.ts";
import { type Account, accountColumns, unlessChanged } from "./account.ts";

/** The header of requests that an open page sends by itself (web/desk/api.ts). They keep no session alive. */
const UNATTENDED = "x-unattended";
const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
const MAX_MS = SESSION_MAX_DAYS * DAY_MS;

/** A sign-in whose second factor may still be missing. */
export type OpenSession = NonNullable<Awaited<ReturnType<typeof readOpenSession>>>;

/** The condition that the second factor was given and the member has not left. */
const isComplete = and(isNotNull(sessions.verifiedAt), isNull(users.deactivatedAt));

type StaffContext = Context<{ Bindings: Env }>;

/**
 * The signed-in member; null for others, also while the second factor is missing. Use keeps the session alive, unless
 * `isUse` is false or the page asks by itself. `also` runs in the same batch, for the row that is found.
 */
export async function readSession<E extends { Bindings: Env }>(
  c: Context<E>,
  isUse = true,
  also: (isSignedIn: SQL | undefined) => BatchItem<"sqlite">[] = () => [],
): Promise<Member | null> {
  const isAlive = await isOwnAndAlive(c);
  if (!isAlive) return null;
  const db = database(c.env.DB);
  const isSignedIn = and(isAlive, isComplete);
  const found = db
    .select({ id: users.id, username: users.username, role: users.role })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(isSignedIn);
  const used = isUse && !isUnattended(c) ? [db.update(sessions).set({ lastUsedAt: new Date() }).where(isAlive)] : [];
  const {
    found: [member],
  } = await named(db, { found }, [...also(isSignedIn), ...used]);
  return member ?? null;
}

/** The session of the request with the member's account and what it is still asked for, whether or not the second factor was given. */
export async function readOpenSession<E extends { Bindings: Env }>(c: Context<E>) {
  const isAlive = await isOwnAndAlive(c);
  if (!isAlive) return null;
  const [session] = await database(c.env.DB)
    .select({
      tokenHash: sessions.tokenHash,
      verifiedAt: sessions.verifiedAt,
      challenge: sessions.challenge,
      newAppSecret: sessions.newAppSecret,
      challengeEndsAt: sessions.challengeEndsAt,
      account: accountColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(isAlive, isNull(users.deactivatedAt)));
  if (!session) return null;
  const isOver = (session.challengeEndsAt?.getTime() ?? 0) <= Date.now();
  return isOver ? { ...session, challenge: null, newAppSecret: null } : session;
}

/** Changes an open session and, in the same batch, what `also` says, unless the session or the account has changed since it was read. */
export function changeSession(
  db: Database,
  { tokenHash, challengeEndsAt, account }: OpenSession,
  changes: Partial<typeof sessions.$inferInsert>,
  also: BatchItem<"sqlite">[] = [],
) {
  const isAsRead = sql`${sessions.tokenHash} = ${tokenHash} and ${sessions.challengeEndsAt} is ${challengeEndsAt?.getTime() ?? null}`;
  return db.batch([
    failUnless(db, hasRow(sessions, isAsRead)),
    unlessChanged(db, account),
    ...also,
    db.update(sessions).set(changes).where(eq(sessions.tokenHash, tokenHash)),
  ]);
}

/**
 * Starts a session: 32 random bytes in a cookie, their hash in D1. Deletes expired ones and the browser's former one,
 * and runs `also` in the same batch, unless the account has changed since it was read.
 */
export async function startSession(
  c: StaffContext,
  account: Account,
  isVerified: boolean,
  also: BatchItem<"sqlite">[],
) {
  const token = randomToken();
  const db = database(c.env.DB);
  const now = new Date();
  const hasRunOut = lt(sessions.lastUsedAt, new Date(now.getTime() - IDLE_MS));
  await db.batch([
    unlessChanged(db, account),
    db.delete(sessions).where(and(eq(sessions.userId, account.id), hasRunOut)),
    db.delete(sessions).where(eq(sessions.tokenHash, await sessionId(c))),
    db.insert(sessions).values({
      ...{ tokenHash: await sha256(token), userId: account.id, createdAt: now, lastUsedAt: now },
      verifiedAt: isVerified ? now : null,
    }),
    ...also,
  ]);
  setCookie(c, SESSION_COOKIE, token, {
    path: "/",
    httpOnly: true,
    secure: true,
    sameSite: "Strict",
    maxAge: MAX_MS / 1000,
  });
}

/** The id of the request's session, for lists of sign-ins: the hash of its token, which opens nothing. */
export function sessionId<E extends { Bindings: Env }>(c: Context<E>) {
  return sha256(getCookie(c, SESSION_COOKIE) ?? "");
}

/** The condition that a session has not expired. */
export function isOpen(now = Date.now()) {
  return and(gt(sessions.lastUsedAt, new Date(now - IDLE_MS)), gt(sessions.createdAt, new Date(now - MAX_MS)));
}

function isUnattended({ req }: Context) {
  return req.header(UNATTENDED) !== undefined;
}

async function isOwnAndAlive<E extends { Bindings: Env }>(c: Context<E>) {
  if (!getCookie(c, SESSION_COOKIE)) return null;
  return and(eq(sessions.tokenHash, await sessionId(c)), isOpen());
}

/** Ends the request's session, here and in the browser. */
export async function endSession(c: StaffContext) {
  if (getCookie(c, SESSION_COOKIE)) {
    await database(c.env.DB)
      .delete(sessions)
      .where(eq(sessions.tokenHash, await sessionId(c)));
  }
  deleteCookie(c, SESSION_COOKIE, { path: "/", secure: true });
}
