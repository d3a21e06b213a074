import { mailOfPapers } from "../papers/asked-papers.ts";
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
import { type Reopening, type StatusChange, withoutUndone } from "./case-event.ts";
import { ASK_THEM, columnsOf, type Planned, PRESET_NOTES, presetOf } from "./next-action.ts";
import { isDue } from "./promise.ts";
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
 * Changes the status. Contact also ends the call that was due. Refused if the member may not work on the case, the move
 * is not allowed (db/model/case/status.ts), or the status has changed since they looked.
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
  const moved: Changes = {
    events: [event],
    application: { ...movedTo(kase.application, to, press), outcome },
    mails: event.papers?.length ? [mailOfPapers(kase)] : [],
  };
  return isFirstContact(from, to) ? both(moved, dueCallDone(kase, press)) : moved;
}

/**
 * Reopens a closed case with an open status that it has had; its outcome goes, a stop and ended calls stay. Refused if
 * it is open or merged. An owner who has left loses it.
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

/** Moves the case on to a status that a deed implies. Never back, or out of a closed one. */
export function advanced(kase: Case, to: Status, press: Press): Changes {
  const { status } = kase.application;
  if (!statusesBefore(to).includes(status)) return UNCHANGED;
  return {
    events: [{ kind: "status", from: status, to, outcome: null }],
    application: movedTo(kase.application, to, press),
  };
}

/** Every status that the case has had. */
export function statusesIn(events: Case["events"]) {
  return withoutUndone(events).flatMap(({ event }) =>
    event.kind === "status" || event.kind === "reopened" ? [event.from, event.to] : [],
  );
}

/** Ends the booked call if it is due: we have just talked, so nobody waits for it. */
export function dueCallDone(kase: Case, press: Press): Changes {
  const call = openCall(kase);
  if (!call || !isDueCall(call, press.at)) return UNCHANGED;
  return { events: [{ kind: "callDone" }], appointments: [{ ...call, endedAt: press.at }] };
}

/** Whether the call is due soon, or as soon as possible. */
export function isDueCall({ startsAt, dueAt }: Appointment, now: Date) {
  return startsAt === null || isDue({ dueAt }, now);
}

/** The next action after a new status. */
function movedTo(application: Application, status: Status, { at }: Press): Partial<Application> {
  return { status, ...planned(application, presetOf(status, at)) };
}

/** This as the next action, unless a member has planned another. Who was to be asked first keeps their time. */
export function planned({ contactStoppedAt, nextKind, nextNote }: Application, next: Planned | null) {
  if (!next || contactStoppedAt) return {};
  const givesWay = nextKind === null || PRESET_NOTES.includes(nextNote ?? "");
  const isPlanned = nextNote === ASK_THEM && next.note === ASK_THEM;
  return givesWay && !isPlanned ? columnsOf(next) : {};
}
