import { takenByPhone } from "../../db/model/calls/call.ts";
import { spokenTexts } from "../../db/model/consent/consent-by-phone.ts";
import type { PhoneApplication } from "../../db/model/form/by-phone.ts";
import { actOnCase, byId } from "../case/act.ts";
import { answerUndone, pressOf } from "../case/by-member.ts";
import type { DeskContext } from "../env.ts";
import { refuse } from "../http/body.ts";
import { routeNew } from "../introductions/routing.ts";
import { sendSoon } from "../owed-mail.ts";
import { receive } from "./receive.ts";

/**
 * Stores an application that a member takes on the phone, as the form's are stored, and gives it to them with the call noted.
 * Answers with the id for staff. 409 if other words were read out than today's, 422 if the key came with other answers.
 */
export async function takeByPhone(c: DeskContext, { key, ...form }: PhoneApplication) {
  const today = Object.values(spokenTexts(form.language)).map(({ id }) => id);
  if (today.some((id) => !form.consentRecord.textIds.includes(id))) {
    return refuse(c, 409, "The words to read out have changed meanwhile. Please read the new ones.");
  }
  const stored = await receive(c, form, key, c.var.member.id);
  if (!stored) return refuse(c, 422, "This application was sent before with other answers. Please reload the page.");
  const press = pressOf(c);
  const done = await actOnCase(c, byId(stored.id), { press, decide: (kase) => takenByPhone(kase, press) });
  if (!done || "refused" in done) return answerUndone(c, done);
  c.executionCtx.waitUntil(routeNew(c.env, stored.id));
  if (stored.outboxId) c.executionCtx.waitUntil(sendSoon(c.env, stored.outboxId));
  return c.json({ ok: true, success: true, id: stored.id }, 201);
}
