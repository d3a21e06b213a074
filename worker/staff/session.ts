import { and, eq, gt, isNotNull, isNull, type SQL, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { parse } from "hono/utils/cookie";
import { type Database, database, hasRow, isOneOf, named } from "../../db/database.ts";
import type { Role } from "../../db/model/staff/staff.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from "../../db/model/time/retention.ts";
import { passkeys, sessions, users } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { randomToken, sha256 } from "../hash.ts";

const COOKIE = "__Host-session";
/** The header of requests that an open page sends by itself (web/desk/api.ts). They keep no session alive. */
const UNATTENDED = "x-unattended";
const IDLE_MS = SESSION_IDLE_HOURS * HOUR_MS;
const MAX_MS = SESSION_MAX_DAYS * DAY_MS;

/** The member who is signed in. */
export interface Member {
  id: string;
  username: string;
  role: Role;
}

/** The session cookie that came with the request, valid or not. */
export function sessionCookie({ headers }: Request) {
  return parse(headers.get("cookie") ?? "", COOKIE)[COOKIE];
}

/** The statement that reads whoever has this username, in lower case. */
export function userNamed(db: Database, username: string) {
  return db.select().from(users).where(eq(users.username, username));
}

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
  const [[member]] = await db.batch([
    db
      .select({ id: users.id, username: users.username, role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(isSignedIn),
    ...also(isSignedIn),
    ...(isUse && !isUnattended(c) ? [db.update(sessions).set({ lastUsedAt: new Date() }).where(isAlive)] : []),
  ]);
  return member ?? null;
}

/** The session of the request with its user, their passkeys and what it is still asked for, whether or not the second factor was given. */
export async function readOpenSession<E extends { Bindings: Env }>(c: Context<E>) {
  const isAlive = await isOwnAndAlive(c);
  if (!isAlive) return null;
  const db = database(c.env.DB);
  const userId = db.select({ userId: sessions.userId }).from(sessions).where(isAlive);
  const [[session], [user], keys] = await db.batch([
    db.select().from(sessions).where(isAlive),
    db
      .select()
      .from(users)
      .where(and(isOneOf(users.id, userId), isNull(users.deactivatedAt))),
    db.select().from(passkeys).where(isOneOf(passkeys.userId, userId)),
  ]);
  if (!session || !user) return null;
  const isOver = (session.challengeEndsAt?.getTime() ?? 0) <= Date.now();
  return { ...session, ...(isOver && { challenge: null, newAppSecret: null }), user, passkeys: keys };
}

/**
 * Starts a session: 32 random bytes in a cookie, their hash in D1. Deletes expired ones and the browser's former one,
 * and runs `also` in the same batch. Null if the password has changed since it was checked.
 */
export async function startSession(c: StaffContext, user: typeof users.$inferSelect, also: BatchItem<"sqlite">[]) {
  const token = randomToken();
  const db = database(c.env.DB);
  const now = Date.now();
  const isMember = and(eq(users.id, user.id), eq(users.password, user.password), isNull(users.deactivatedAt));
  const time = sql<Date>`${now}`;
  const tokenHash = sql<string>`${await sha256(token)}`;
  const hasPasskey = hasRow(passkeys, eq(passkeys.userId, user.id)).mapWith(Boolean);
  const isAsked = sql`${c.env.SECOND_FACTOR !== "optional"} or ${users.appSecret} is not null or ${hasPasskey}`;
  const none = sql<null>`null`;
  const statements = {
    runOut: db
      .delete(sessions)
      .where(sql`${sessions.userId} = ${user.id} and ${sessions.lastUsedAt} < ${now - IDLE_MS}`),
    before: db.delete(sessions).where(eq(sessions.tokenHash, await sha256(getCookie(c, COOKIE) ?? ""))),
    started: db
      .insert(sessions)
      .select(
        db
          .select({
            tokenHash: tokenHash.as("tokenHash"),
            userId: users.id,
            createdAt: time.as("createdAt"),
            lastUsedAt: time.as("lastUsedAt"),
            verifiedAt: sql<Date>`iif(${isAsked}, null, ${now})`.as("verifiedAt"),
            challenge: none.as("challenge"),
            newAppSecret: none.as("newAppSecret"),
            challengeEndsAt: none.as("challengeEndsAt"),
          })
          .from(users)
          .where(isMember),
      )
      .returning({ verifiedAt: sessions.verifiedAt }),
    found: db
      .select({ hasPasskey, hasApp: isNotNull(users.appSecret).mapWith(Boolean) })
      .from(users)
      .where(isMember),
  };
  const {
    started: [started],
    found: [factors],
  } = await named(db, statements, also);
  if (!started || !factors) return null;
  setCookie(c, COOKIE, token, { path: "/", httpOnly: true, secure: true, sameSite: "Strict", maxAge: MAX_MS / 1000 });
  return { isVerified: started.verifiedAt !== null, factors };
}

/** The id of the request's session, for lists of sign-ins: the hash of its token, which opens nothing. */
export function sessionId<E extends { Bindings: Env }>(c: Context<E>) {
  return sha256(getCookie(c, COOKIE) ?? "");
}

/** The condition that a session has not expired. */
export function isOpen(now = Date.now()) {
  return and(gt(sessions.lastUsedAt, new Date(now - IDLE_MS)), gt(sessions.createdAt, new Date(now - MAX_MS)));
}

function isUnattended({ req }: Context) {
  return req.header(UNATTENDED) !== undefined;
}

async function isOwnAndAlive<E extends { Bindings: Env }>(c: Context<E>) {
  if (!getCookie(c, COOKIE)) return null;
  return and(eq(sessions.tokenHash, await sessionId(c)), isOpen());
}

/** Ends the request's session, here and in the browser. */
export async function endSession(c: StaffContext) {
  if (getCookie(c, COOKIE)) {
    await database(c.env.DB)
      .delete(sessions)
      .where(eq(sessions.tokenHash, await sessionId(c)));
  }
  deleteCookie(c, COOKIE, { path: "/", secure: true });
}
