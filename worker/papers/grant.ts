import type { Context, Next } from "hono";
import { getCookie, setCookie } from "hono/cookie";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { PAPERS_OPEN_MINUTES } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import type { Env } from "../env.ts";
import { isSame, keyedHash } from "../hash.ts";
import { refuse } from "../http/body.ts";

/** A code from our mail opens the papers of one application in one browser for a while. The cookie goes nowhere else. */

const COOKIE = "__Secure-papers";
type PapersContext = Context<{ Bindings: Env }>;

export async function openPapers(c: PapersContext, ref: string) {
  const endsAt = String(Date.now() + PAPERS_OPEN_MINUTES * MINUTE_MS);
  setCookie(c, COOKIE, `${endsAt}.${await proofOf(c, ref, endsAt)}`, {
    path: `/api/applications/${ref}/papers`,
    httpOnly: true,
    secure: true,
    sameSite: "Strict",
    maxAge: PAPERS_OPEN_MINUTES * 60,
  });
}

/** Whether the code was entered in this browser lately. */
export async function isOpened(c: PapersContext, ref: string) {
  const [endsAt = "", proof = ""] = getCookie(c, COOKIE)?.split(".") ?? [];
  return Number(endsAt) > Date.now() && isSame(proof, await proofOf(c, ref, endsAt));
}

/** Says the same to others whether or not there is such an application. */
export async function onlyOpened(c: PapersContext, next: Next) {
  if (await isOpened(c, c.req.param("ref") ?? "")) return next();
  return refuse(c, 401, t`Please enter the code from our email first`);
}

function proofOf(c: PapersContext, ref: string, endsAt: string) {
  return keyedHash(c.env.HASH_KEY, "papers", `${ref} ${endsAt}`);
}
