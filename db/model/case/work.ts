import { agreesToCalls, NO_CALLS } from "../calls/contact-hours.ts";
import { columnsOf, type NextAction, plannedOf, refusedPlan } from "../queue/next-action.ts";
import { MINUTE_MS } from "../time/clock.ts";
import { askedPapers } from "./asked-papers.ts";
import {
  type Case,
  type Changes,
  CLOSED,
  type MemberPress,
  type Refused,
  refusedWork,
  STOPPED,
  UNCHANGED,
} from "./case.ts";
import type { Paper } from "./papers.ts";

/** The same words within this time are one press that was sent twice. */
const ONE_PRESS_MS = MINUTE_MS;

/** Adds a note; any member may. Pressed twice, it counts once. */
export function note(kase: Case, text: string, press: MemberPress): Changes {
  const isRepeated = kase.events.some(
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

/**
 * Notes that a paper arrived, or did not after all; the same again changes nothing. Refused if the member may not work
 * on the case, if it is closed, or if we did not ask for this paper.
 */
export function notePaper(
  kase: Case,
  { paper, received }: { paper: Paper; received: boolean },
  press: MemberPress,
): Changes | Refused {
  const refused = refusedWork(kase, press.by) ?? (kase.application.outcome ? CLOSED : null);
  if (refused) return { refused };
  const asked = askedPapers(kase.events).find((each) => each.paper === paper);
  if (!asked) return { refused: "This paper was not asked for." };
  if ((asked.receivedAt !== null) === received) return UNCHANGED;
  return { events: [{ kind: received ? "paperReceived" : "paperNotReceived", paper }] };
}
