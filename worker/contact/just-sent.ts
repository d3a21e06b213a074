import type { Context } from "hono";
import { MINUTE_MS } from "../../db/model/time/clock.ts";
import { JUST_SENT_MINUTES } from "../../db/model/time/retention.ts";
import type { Env } from "../env.ts";
import { give, isGiven } from "../http/grant.ts";

/**
 * The browser that has just sent an application may correct its phone and e-mail for a while without a code, which a mistyped address
 * would never get. The cookie allows nothing else, and that of the next application takes its place.
 */
const JUST_SENT = { cookie: "__Host-sent", purpose: "sent" } as const;

/** Notes it in this browser, from when the application was stored: sending it again adds no time. */
export function noteJustSent(c: Context<{ Bindings: Env }>, { ref, createdAt }: { ref: string; createdAt: Date }) {
  return give(c, JUST_SENT, ref, { endsAt: createdAt.getTime() + JUST_SENT_MINUTES * MINUTE_MS, path: "/" });
}

/** Whether this browser has just sent the application with this reference. */
export function isJustSent(c: Context<{ Bindings: Env }>, ref: string) {
  return isGiven(c, JUST_SENT, ref);
}
