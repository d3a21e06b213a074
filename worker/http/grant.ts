import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import type { CookieOptions } from "hono/utils/cookie";
import type { Env } from "../env.ts";
import { isSame, keyedHash } from "../hash.ts";

/**
 * What a browser may do about one thing for a while, in a signed cookie of its own. The cookie says only when that ends: without what
 * it is about, nobody can tell that from it.
 */
interface Grant {
  cookie: string;
  purpose: "papers" | "sent";
}
type GrantContext = Context<{ Bindings: Env }>;

/** Gives it until `endsAt`, in milliseconds since the epoch, in place of an earlier one. Too late: does nothing. */
export async function give(
  c: GrantContext,
  { cookie, purpose }: Grant,
  about: string,
  { endsAt, path }: { endsAt: number } & Pick<CookieOptions, "path">,
) {
  const maxAge = Math.floor((endsAt - Date.now()) / 1000);
  if (maxAge <= 0) return;
  const value = `${endsAt}.${await proofOf(c, purpose, about, String(endsAt))}`;
  setCookie(c, cookie, value, { path, httpOnly: true, secure: true, sameSite: "Strict", maxAge });
}

/** Whether this browser has it. False also for a cookie that is too old, about something else, or not ours. */
export async function isGiven(c: GrantContext, { cookie, purpose }: Grant, about: string) {
  const [endsAt = "", proof = ""] = getCookie(c, cookie)?.split(".") ?? [];
  return Number(endsAt) > Date.now() && isSame(proof, await proofOf(c, purpose, about, endsAt));
}

function proofOf(c: GrantContext, purpose: Grant["purpose"], about: string, endsAt: string) {
  return keyedHash(c.env.HASH_KEY, purpose, `${about} ${endsAt}`);
}
