import { agreesToCalls, NO_CALLS } from "../calls/contact-hours.ts";
import { MINUTE_MS } from "../time/clock.ts";
import { type Case, type Changes, type MemberPress, type Refused, refusedWork, STOPPED, UNCHANGED } from "./case.ts";
import { withoutUndone } from "./case-event.ts";
import { columnsOf, type NextAction, plannedOf, refusedPlan } from "./next-action.ts";

/** The same words within this time are one press that was sent twice. */
const ONE_PRESS_MS = MINUTE_MS;

/** Adds a note; any member may. Pressed twice, it counts once. */
export function note(kase: Case, text: string, press: MemberPress): Changes {
  const isRepeated = withoutUndone(kase.events).some(
    ({ at, userId, event }) =>
      event.kind === "note" &&
      event.text === text &&
      userId === press.by.id &&
      at.getTime() > press.at.getTime() - ONE_PRESS_MS,
  );
  return isRepeated ? UNCHANGED : { events: [{ kind: "note", text }] };
}

/**
 * Plans the next action in place of the present one. Refused if the member may not work on the case, if it is closed or
 * stopped, for a call to somebody who did not agree to calls, and for a time in the past, too far ahead, or unlawful for a call.
 */
export function plan(kase: Case, chosen: NextAction, press: MemberPress): Changes | Refused {
  const { contactStoppedAt, outcome, zip } = kase.application;
  const refused =
    refusedWork(kase, press.by) ??
    (contactStoppedAt ? STOPPED : null) ??
    (outcome ? "This application is closed, so nothing comes next." : null) ??
    (chosen.kind === "call" && !agreesToCalls(kase.application) ? NO_CALLS : null) ??
    refusedPlan(chosen, zip, press.at);
  if (refused) return { refused };
  const next = plannedOf(chosen);
  return { events: [{ kind: "nextAction", next }], application: columnsOf(next) };
}
