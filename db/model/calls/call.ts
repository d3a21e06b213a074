import {
  after,
  both,
  type Case,
  type Changes,
  type Happened,
  type MemberPress,
  openCall,
  type Refused,
  refusedWork,
  SAME_PRESS_MS,
  UNCHANGED,
} from "../case/case.ts";
import type { BeforeCall, Call, CaseEvent } from "../case/case-event.ts";
import { advanced, dueCallDone, isDueCall } from "../case/move.ts";
import { columnsOf, plannedOf, presetAfter, refusedCallAt, refusedHour, refusedPlan } from "../case/next-action.ts";
import { claim } from "../case/owner.ts";
import { note } from "../case/work.ts";
import { DAY_MS, MINUTE_MS } from "../time/clock.ts";
import { type Place, placed } from "./appointment.ts";

/** A call is one that a member has made: they note with one press how it ended, and may undo that for a moment. */

/** The desk offers Undo for half a minute or a little more. A slow request may still arrive until this long after the call. */
const UNDO_MS = MINUTE_MS;
/** A call may be noted until so many days later. */
const NOTED_WITHIN_DAYS = 7;

/**
 * Notes how a call ended, and plans what comes next: `next`, or the usual action. Reaching the applicant moves the case
 * to contacted. An attempt ends the wish for a call as soon as possible, and a booked hour that has begun. Refused if
 * the member may not work on the case, or for an unlawful hour of this call or the next. Pressed twice, it counts once, with
 * its note.
 */
export function noteCall(kase: Case, call: Call, press: MemberPress): Changes | Refused {
  const refused = refusedTime(call.calledAt, kase.application.zip, press.at);
  return refused ? { refused } : noteAnyCall(kase, call, press);
}

/** A sentence that says why a call of this time cannot be noted; null if it can. Without a time, it was just now. */
function refusedTime(calledAt: Date | undefined, zip: string, now: Date) {
  if (!calledAt) return refusedHour(now, zip) && "No call is lawful at this hour. Say when this one was made.";
  if (calledAt > now) return "That time is still to come. Say when the call was made.";
  if (calledAt.getTime() < now.getTime() - NOTED_WITHIN_DAYS * DAY_MS) {
    return `A call can be noted for ${NOTED_WITHIN_DAYS} days. Please write a note instead.`;
  }
  return refusedHour(calledAt, zip);
}

/** The same at any hour: in this call the applicant may have called us. */
function noteAnyCall(
  kase: Case,
  { outcome, calledAt, callAt, next: chosen, note: text }: Call,
  press: MemberPress,
): Changes | Refused {
  const { application } = kase;
  const { zip } = application;
  const askedFor = outcome === "askedToCallAt" ? callAt : undefined;
  const refused =
    refusedWork(kase, press.by) ??
    (askedFor && refusedCallAt(askedFor, zip, press.at)) ??
    (chosen && refusedPlan(chosen, zip, press.at));
  if (refused) return { refused };
  if (sameCall(kase, outcome, press)) return UNCHANGED;
  const call = openCall(kase);
  const isOpen = application.contactStoppedAt === null && application.outcome === null;
  const next = chosen
    ? plannedOf(chosen)
    : presetAfter(outcome, zip, press.at, { askedFor, bookedFor: call?.startsAt });
  const isReached = outcome === "reached";
  const made = calledAt ?? press.at;
  const isTried = call !== null && (call.startsAt ?? call.createdAt) <= made;
  const isEnded = call !== null && (isReached ? isDueCall(call, made) : isTried);
  const noted: Changes = {
    events: [
      {
        kind: "call",
        outcome,
        ...(calledAt && { calledAt: calledAt.getTime() }),
        callAt: askedFor?.getTime() ?? null,
        next: isOpen ? next : null,
        before: beforeCall(kase, isEnded ? call.id : null),
      },
    ],
    ...(isOpen && { application: columnsOf(next) }),
    ...(call && isEnded && { appointments: [{ ...call, endedAt: press.at }] }),
  };
  const called = isReached
    ? [dueCallDone(kase, { ...press, at: made }), contacted(kase, press)].reduce(both, noted)
    : noted;
  return both(called, noteOf(kase, text, press));
}

/**
 * What follows when a member has taken an application on the phone: it is theirs, and the applicant was reached. Pressed
 * twice, or once somebody has it, nothing.
 */
export function takenByPhone(kase: Case, press: MemberPress): Changes | Refused {
  if (kase.application.ownerId !== null) return UNCHANGED;
  const claimed = claim(kase, press);
  if ("refused" in claimed) return claimed;
  const called = noteAnyCall(after(kase, claimed, press), { outcome: "reached" }, press);
  if ("refused" in called) return called;
  const audit = { action: "takeByPhone" as const, old: null, new: { language: kase.application.language } };
  return both(both(claimed, called), { events: [], audit: [audit] });
}

/** Notes the call in which the applicant asked us to stop (`stop` does the rest). Pressed twice, it counts once. */
export function callAskedToStop(kase: Case, press: MemberPress, text?: string): Changes {
  if (sameCall(kase, "askedToStop", press)) return UNCHANGED;
  return both({ events: [{ kind: "call", outcome: "askedToStop" }] }, noteOf(kase, text, press));
}

/** What was noted during the call. It goes when the call is undone. */
function noteOf(kase: Case, text: string | undefined, press: MemberPress) {
  return text === undefined ? UNCHANGED : note(kase, text, press);
}

/**
 * Undoes a call that the member has just noted, and all that came of it. Refused for a stop, after a minute, and if
 * anything has happened since. `taken`: the taken places of booked hours. Undone twice, it counts once.
 */
export function undoCall(kase: Case, call: number, taken: Place[], press: MemberPress): Changes | Refused {
  const refused = refusedWork(kase, press.by);
  if (refused) return { refused };
  if (isUndone(kase, call)) return UNCHANGED;
  const noted = kase.events.find(({ id, userId }) => id === call && userId === press.by.id);
  if (noted?.event.kind !== "call") return { refused: "There is no such call of yours to undo." };
  if (noted.event.outcome === "askedToStop") return { refused: "Only the applicant can undo a stop." };
  if (noted.at.getTime() < press.at.getTime() - UNDO_MS) {
    return { refused: "A call can be undone for a minute only. Please write a note instead." };
  }
  const { before } = noted.event;
  if (!before || hasGoneOn(kase, noted)) {
    return {
      refused: "Something happened to this application since, so the call cannot be undone. Please write a note.",
    };
  }
  const { appointmentId, nextAt, firstContactAt, ...as } = before;
  const ended = openCall(kase) === null && kase.appointments.find(({ id }) => id === appointmentId);
  return {
    events: [{ kind: "callUndone", call }],
    application: {
      ...as,
      nextAt: nextAt === null ? null : new Date(nextAt),
      firstContactAt: firstContactAt === null ? null : new Date(firstContactAt),
    },
    ...(ended && { appointments: [placed({ ...ended, endedAt: null }, taken)] }),
  };
}

/** Moves the case to contacted, with an event for each step on the way. */
function contacted(kase: Case, press: MemberPress) {
  const reviewed = advanced(kase, "in_review", press);
  const inReview = { ...kase, application: { ...kase.application, ...reviewed.application } };
  return both(reviewed, advanced(inReview, "contacted", press));
}

function beforeCall({ application }: Case, appointmentId: string | null): BeforeCall {
  const { status, nextKind, nextNote, nextAt, firstContactAt, firstContactBy } = application;
  return {
    status,
    nextKind,
    nextNote,
    nextAt: nextAt?.getTime() ?? null,
    firstContactAt: firstContactAt?.getTime() ?? null,
    firstContactBy,
    appointmentId,
  };
}

/** This member's last call that counts, if it has this outcome and is only seconds old: the same press, sent twice. */
export function sameCall(kase: Case, outcome: Call["outcome"], { at: now, by }: MemberPress) {
  return kase.events.findLast(
    ({ id, at, userId, event }) =>
      event.kind === "call" &&
      event.outcome === outcome &&
      userId === by.id &&
      at.getTime() > now.getTime() - SAME_PRESS_MS &&
      !isUndone(kase, id),
  );
}

function isUndone({ events }: Case, call: number) {
  return events.some(({ event }) => event.kind === "callUndone" && event.call === call);
}

/** Whether anything happened after the call that did not follow from it. An opened link does not count. */
function hasGoneOn({ events }: Case, call: Happened) {
  const isPart = (event: CaseEvent, at: Date, userId: string | null) =>
    ["callDone", "status", "note"].includes(event.kind) && at.getTime() === call.at.getTime() && userId === call.userId;
  return events.some(
    ({ id, at, userId, event }) => id > call.id && event.kind !== "linkOpened" && !isPart(event, at, userId),
  );
}
