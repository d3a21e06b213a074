import type { Context } from "hono";
import { database, named } from "../../db/database.ts";
import type { Credentials } from "../../db/model/staff/staff.ts";
import { isPassword } from "../../db/password.ts";
import type { Env } from "../env.ts";
import { signInDelay, signInTry } from "../http/limits.ts";
import { startSession, userNamed } from "./session.ts";

/**
 * Starts a session for whoever has this name and password, and says which second factors they have; `member` is null while one
 * is still missing. Null for a wrong pair, after a pause that grows with each.
 */
export async function signIn(c: Context<{ Bindings: Env }>, { username, password }: Credentials) {
  const db = database(c.env.DB);
  const name = username.toLowerCase();
  const { wrong, counted, forgiven } = await signInTry(c, db, `password ${name}`);
  const {
    user: [user],
    wrong: [before],
  } = await named(db, { user: userNamed(db, name), wrong }, counted);
  await scheduler.wait(signInDelay(before?.count ?? 0));
  const isRight = await isPassword(password, user?.password);
  const started = isRight && user ? await startSession(c, user, forgiven) : null;
  if (!started || !user) return null;
  const { isVerified, factors } = started;
  return { member: isVerified ? { username: user.username, role: user.role } : null, factors };
}
