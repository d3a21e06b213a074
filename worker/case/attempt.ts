import type { Refused } from "../../db/model/case/case.ts";
import type { DeskContext } from "../env.ts";
import { refuse } from "../http/body.ts";
import { sendSoon } from "../owed-mail.ts";

/** Done, a mail owed now, or refused: a member's attempt on something other than a case. Null: unknown id. */
export type Attempt = "done" | { outboxId: string } | Refused | null;

/** The kinds of things that an id in an address may name. */
type Thing = "application" | "letter" | "member" | "message" | "passkey" | "sign-in" | "story";

/** The response to an attempt. Sends a mail that is owed now. */
export function respond(c: DeskContext, attempt: Attempt, thing: Thing) {
  if (!attempt) return refuseUnknown(c, thing);
  if (attempt === "done") return c.json({ ok: true, success: true });
  if ("refused" in attempt) return refuse(c, 409, attempt.refused);
  c.executionCtx.waitUntil(sendSoon(c.env, attempt.outboxId));
  return c.json({ ok: true, success: true }, 201);
}

export function refuseUnknown(c: DeskContext, thing: Thing) {
  return refuse(c, 404, `There is no such ${thing}.`);
}
