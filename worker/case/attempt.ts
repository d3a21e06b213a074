import type { Refused } from "../../db/model/case/case.ts";
import { refuse } from "../http/body.ts";
import { sendSoon } from "../mail/owed.ts";
import type { DeskContext } from "../staff/member.ts";

/**
 * What became of something that a member tried to do to something other than a case: it is done, or a mail is owed now, or
 * refused. Null: there is nothing with that id.
 */
export type Attempt = "done" | { outboxId: string } | Refused | null;

/** The kinds of things that an id in an address may name, whether or not one exists. */
type Thing = "application" | "letter" | "member" | "message" | "passkey" | "sign-in";

/** The response to an attempt on such a thing. Mails that are owed now are sent at once. */
export function respond(c: DeskContext, attempt: Attempt, thing: Thing) {
  if (!attempt) return refuseUnknown(c, thing);
  if (attempt === "done") return c.json({ ok: true, success: true });
  if ("refused" in attempt) return refuse(c, 409, attempt.refused);
  c.executionCtx.waitUntil(sendSoon(c.env, attempt.outboxId));
  return c.json({ ok: true, success: true }, 201);
}

/** The 404 for a thing that does not exist. */
export function refuseUnknown(c: DeskContext, thing: Thing) {
  return refuse(c, 404, `There is no such ${thing}.`);
}
