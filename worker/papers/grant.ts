import type { Context, Next } from "hono";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { PAPERS_OPEN_MINUTES } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import type { Env } from "../env.ts";
import { refuse } from "../http/body.ts";
import { give, isGiven } from "../http/grant.ts";

/** A code from our mail opens the papers of one application in one browser for a while. The cookie goes nowhere else. */

const OPENED = { cookie: "__Secure-papers", purpose: "papers" } as const;
type PapersContext = Context<{ Bindings: Env }>;

export function openPapers(c: PapersContext, ref: string) {
  const endsAt = Date.now() + PAPERS_OPEN_MINUTES * MINUTE_MS;
  return give(c, OPENED, ref, { endsAt, path: `/api/applications/${ref}/papers` });
}

/** Whether the code was entered in this browser lately. */
export function isOpened(c: PapersContext, ref: string) {
  return isGiven(c, OPENED, ref);
}

/** Says the same to others whether or not there is such an application. */
export async function onlyOpened(c: PapersContext, next: Next) {
  if (await isOpened(c, c.req.param("ref") ?? "")) return next();
  return refuse(c, 401, t`Please enter the code from our email first`);
}
