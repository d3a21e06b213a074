import { and, eq, gt, sql } from "drizzle-orm";
import type { BatchItem } from "drizzle-orm/batch";
import type { Context } from "hono";
import { deleteCookie, getCookie, setCookie } from "hono/cookie";
import { database } from "../db/database.ts";
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from "../db/model/retention.ts";
import type { Role } from "../db/model/staff.ts";
import { sessions, users } from "../db/schema.ts";
import type { Env } from "./env.ts";
import { randomToken, sha256 } from "./hash.ts";

const COOKIE = "__Host-session";
/** What a page adds to requests that it sends by itself (web/desk/api.ts); an open desk sends them endlessly. */
const UNATTENDED = "x-unattended";
const IDLE_MS = SESSION_IDLE_HOURS * 60 * 60 * 1000;
const MAX_MS = SESSION_MAX_DAYS * 24 * 60 * 60 * 1000;

/** Who is signed in. */
export interface Member {
  id: string;
  username: string;
  role: Role;
}

/** Whether a session cookie came with the request, whoever's it is. */
export function hasSession(c: Context) {
  return getCookie(c, COOKIE) !== undefined;
}

type StaffContext = Context<{ Bindings: Env }>;

/**
 * The member whose session cookie came with the request; null for everybody else, without asking D1 when there is none.
 * Each use keeps a session alive, unless it is only asked about (`isUse` false) or the page says that nobody is there.
 */
export async function readSession<E extends { Bindings: Env }>(c: Context<E>, isUse = true): Promise<Member | null> {
  const token = getCookie(c, COOKIE);
  if (!token) return null;
  const db = database(c.env.DB);
  const now = Date.now();
  const tokenHash = await sha256(token);
  const isAlive = and(
    eq(sessions.tokenHash, tokenHash),
    gt(sessions.lastUsedAt, new Date(now - IDLE_MS)),
    gt(sessions.createdAt, new Date(now - MAX_MS)),
  );
  const [[member]] = await db.batch([
    db
      .select({ id: users.id, username: users.username, role: users.role })
      .from(sessions)
      .innerJoin(users, eq(users.id, sessions.userId))
      .where(isAlive),
    ...(isUse && !c.req.header(UNATTENDED)
      ? [
          db
            .update(sessions)
            .set({ lastUsedAt: new Date(now) })
            .where(isAlive),
        ]
      : []),
  ]);
  return member ?? null;
}

/**
 * Starts a session: the cookie holds 32 random bytes, D1 their hash. Sessions that have run out go on the way, and so does
 * the one that the browser had before. `also` is done in the same batch. False when the password that was judged is no longer the user's.
 */
export async function startSession(c: StaffContext, user: typeof users.$inferSelect, also: BatchItem<"sqlite">) {
  const token = randomToken();
  const db = database(c.env.DB);
  const now = Date.now();
  const isUser = and(eq(users.id, user.id), eq(users.password, user.password));
  const time = sql<Date>`${now}`;
  const tokenHash = sql<string>`${await sha256(token)}`;
  const [, , started] = await db.batch([
    db.delete(sessions).where(sql`${sessions.userId} = ${user.id} and ${sessions.lastUsedAt} < ${now - IDLE_MS}`),
    db.delete(sessions).where(eq(sessions.tokenHash, await sha256(getCookie(c, COOKIE) ?? ""))),
    db
      .insert(sessions)
      .select(
        db
          .select({
            tokenHash: tokenHash.as("tokenHash"),
            userId: users.id,
            createdAt: time.as("createdAt"),
            lastUsedAt: time.as("lastUsedAt"),
          })
          .from(users)
          .where(isUser),
      )
      .returning({ userId: sessions.userId }),
    also,
  ]);
  if (started.length === 0) return false;
  setCookie(c, COOKIE, token, { path: "/", httpOnly: true, secure: true, sameSite: "Strict", maxAge: MAX_MS / 1000 });
  return true;
}

/** Ends the session of the request, here and in the browser. */
export async function endSession(c: StaffContext) {
  const token = getCookie(c, COOKIE);
  if (token) {
    await database(c.env.DB)
      .delete(sessions)
      .where(eq(sessions.tokenHash, await sha256(token)));
  }
  deleteCookie(c, COOKIE, { path: "/", secure: true });
}
