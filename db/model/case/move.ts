import { CALL_NOTICE_MS } from "../queue/my-day.ts";
import { PRESET_NOTES, presetOf } from "../queue/next-action.ts";
import {
  type Application,
  type Appointment,
  both,
  type Case,
  type Changes,
  type MemberPress,
  openCall,
  type Press,
  type Refused,
  refusedWork,
  UNCHANGED,
} from "./case.ts";
import type { Reopening, StatusChange } from "./case-event.ts";
import { withoutUndone } from "./case-event.ts";
import {
  isClosed,
  isFirstContact,
  refusedMove,
  reopenedStatuses,
  type Status,
  statusesBefore,
  statusLabels,
} from "./status.ts";

/**
 * A member changes the status. Refused when they may not work on the case, when it may not go there (db/model/case/status.ts), and
 * when it no longer has the status that they saw. Whoever was contacted has had the call that was due.
 */
export function move(
  kase: Case,
  { from, to, outcome = null, papers }: StatusChange,
  press: MemberPress,
): Changes | Refused {
  const { status } = kase.application;
  const refused = refusedWork(kase, press.by) ?? refusedMove(status, to, outcome);
  if (refused) return { refused };
  if (status !== from) {
    return { refused: `Somebody else changed the status meanwhile: it is now ${statusLabels[status].toLowerCase()}.` };
  }
  const event = { kind: "status", from, to, outcome, papers: to === "docs_requested" ? papers : undefined } as const;
  const moved: Changes = { events: [event], application: { ...movedTo(kase.application, to, press), outcome } };
  return isFirstContact(from, to) ? both(moved, dueCallDone(kase, press)) : moved;
}

/**
 * A manager reopens a closed case with a status that it has had before. It has no outcome then; calls that ended with it stay
 * ended, and a stop stays a stop. Refused when it is open or merged into another one. Whoever has left owns it no more.
 */
export function reopen(kase: Case, { to, reason }: Reopening, press: MemberPress): Changes | Refused {
  const { status: from, outcome, mergedInto, ownerId } = kase.application;
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  if (!isClosed(from)) return { refused: "This application is open." };
  if (mergedInto) return { refused: "This application was merged into another one. Split the two again there." };
  const possible = reopenedStatuses(statusesIn(kase.events));
  if (!possible.includes(to)) {
    const words = possible.map((status) => statusLabels[status].toLowerCase()).join(", ");
    return { refused: `An application is reopened with a status that it has had before: ${words}.` };
  }
  return {
    events: [{ kind: "reopened", from, to, outcome, reason }],
    application: { status: to, outcome: null, ownerId: kase.ownerName === null ? null : ownerId },
    audit: [{ action: "reopen", old: { status: from }, new: { status: to } }],
  };
}

/** What was done leads on to an open status: from any earlier open one (or from `from`), never back and never out of a closed one. */
export function advanced(kase: Case, to: Status, press: Press, from: readonly Status[] = statusesBefore(to)): Changes {
  const { status } = kase.application;
  if (!from.includes(status)) return UNCHANGED;
  return {
    events: [{ kind: "status", from: status, to, outcome: null }],
    application: movedTo(kase.application, to, press),
  };
}

/** Every status that a case has had, by its events. */
export function statusesIn(events: Case["events"]) {
  return withoutUndone(events).flatMap(({ event }) =>
    event.kind === "status" || event.kind === "reopened" ? [event.from, event.to] : [],
  );
}

/** The call that was asked for took place, if nobody waits for it any longer now that we have spoken. */
export function dueCallDone(kase: Case, press: Press): Changes {
  const call = openCall(kase);
  if (!call || !isDueCall(call, press.at)) return UNCHANGED;
  return { events: [{ kind: "callDone" }], appointments: [{ ...call, endedAt: press.at }] };
}

/** Whether the call is due soon or as soon as possible. */
export function isDueCall({ startsAt, dueAt }: Appointment, now: Date) {
  return startsAt === null || dueAt.getTime() <= now.getTime() + CALL_NOTICE_MS;
}

/** The next action of a case with a new status: what the status plans, unless a member has planned something else. */
function movedTo(application: Application, status: Status, { at }: Press): Partial<Application> {
  const { contactStoppedAt, nextKind, nextNote } = application;
  const next = presetOf(status, at);
  const givesWay = nextKind === null || PRESET_NOTES.includes(nextNote ?? "");
  if (!next || contactStoppedAt || !givesWay) return { status };
  return { status, nextKind: next.kind, nextNote: next.note, nextAt: new Date(next.at) };
}
