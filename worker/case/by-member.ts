import type { Case, Changes, MemberPress, Refused } from "../../db/model/case/case.ts";
import type { DeskContext } from "../env.ts";
import { refuse } from "../http/body.ts";
import { actOnCase, byId, type Done } from "./act.ts";
import { refuseUnknown } from "./attempt.ts";

/** A press of the signed-in member. */
export function pressOf(c: DeskContext): MemberPress {
  return { at: new Date(), by: c.var.member, id: crypto.randomUUID() };
}

/** Does a deed on the case in the address by a rule of db/model, and responds (with `status`, if given). */
export async function deed(
  c: DeskContext,
  decide: (kase: Case, press: MemberPress) => Changes | Refused,
  status?: 201,
) {
  const press = pressOf(c);
  return answer(c, await actOnCase(c, caseIn(c), { press, decide: (kase) => decide(kase, press) }), status);
}

export function caseIn(c: DeskContext) {
  return byId(c.req.param("id") ?? "");
}

/** The response to a deed on a case: 201 by default if a mail is owed for it. */
export function answer(c: DeskContext, done: Done | Refused | null, status?: 201) {
  if (!done || "refused" in done) return answerUndone(c, done);
  return c.json({ ok: true, success: true }, status ?? (done.owesMail ? 201 : 200));
}

/** The answer to a deed that was not done; null: there is no such case. */
export function answerUndone(c: DeskContext, refused: Refused | null) {
  return refused ? refuse(c, 409, refused.refused) : refuseUnknown(c, "application");
}
