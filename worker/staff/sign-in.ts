import { eq } from "drizzle-orm";
import type { Context } from "hono";
import { database, named } from "../../db/database.ts";
import { factorsOf, isPasswordEnough } from "../../db/model/staff/second-factor.ts";
import { type Credentials, signInDelay } from "../../db/model/staff/staff.ts";
import { isPassword } from "../../db/password.ts";
import { users } from "../../db/schema.ts";
import { committed } from "../commit.ts";
import type { Env } from "../env.ts";
import { accountOf, isOptional } from "./account.ts";
import { startSession } from "./session.ts";
import { signInTry } from "./tries.ts";

/**
 * Starts a session for whoever has this name and password, and says which second factors they have; `member` is null while one
 * is still missing. Null for a wrong pair, after a pause that grows with each.
 */
export async function signIn(c: Context<{ Bindings: Env }>, { username, password }: Credentials) {
  const db = database(c.env.DB);
  const name = username.toLowerCase();
  const { wrong, counted, forgiven } = await signInTry(c, db, `password ${name}`);
  return committed(async (isAgain) => {
    const {
      account: [account],
      wrong: [before],
    } = await named(db, { account: accountOf(db, eq(users.username, name)), wrong }, isAgain ? [] : counted);
    await scheduler.wait(signInDelay(before?.count ?? 0));
    const isRight = await isPassword(password, account?.password);
    if (!isRight || !account) return null;
    const factors = factorsOf(account);
    const isVerified = isPasswordEnough(factors, isOptional(c.env));
    await startSession(c, account, isVerified, forgiven);
    return { member: isVerified ? { username: account.username, role: account.role } : null, factors };
  });
}
