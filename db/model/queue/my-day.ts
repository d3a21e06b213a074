import type { Application, Appointment } from "../case/case.ts";
import { FIRST_CALL, nextActionOf, nextInWords } from "../case/next-action.ts";
import {
  isBooked,
  isDue,
  isOverdue,
  isWaiting,
  nextDue,
  plannedCall,
  plannedTime,
  promiseInWords,
  withTry,
} from "../case/promise.ts";
import type { PermissionState } from "../introductions/permission.ts";
import { openDay } from "../time/business-hours.ts";
import { capitalized } from "../time/promised-time.ts";
import { byWhen } from "../time/time-for-staff.ts";

/** The sections of a member's day, most urgent first. Each case appears once, under its most urgent reason. */
export const DUE_SECTIONS = ["calls", "promises", "next", "replies", "answers"] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

/** The facts that decide where an open case without a stop appears in the day. */
export interface OwnCase
  extends Pick<Application, "zip" | "status" | "dueAt" | "firstContactAt" | "nextKind" | "nextNote" | "nextAt"> {
  contactStoppedAt: null;
  /** The call that the applicant asked for, at the start of an hour or as soon as possible (null). */
  appointment: Pick<Appointment, "startsAt" | "dueAt"> | null;
  /** When a member last called, if nobody was reached. */
  triedAt: Date | null;
  /** The applicant's last answer about an introduction, if nobody has acted on it yet. */
  answer: { recipientName: string; state: Exclude<PermissionState, "asked">; at: Date } | null;
}

/** The section of a case, what to do, when (also in words), whether that breaks our word, and why. */
export interface Place {
  section: DueSection | "later";
  what: string;
  at: Date;
  when: string;
  isLate: boolean;
  why: string;
}

/**
 * The place of a case in its owner's day. An answer that we owe is listed from the start. A promise that ends today is listed unless the next try is planned before its
 * end; a broken promise, unless any try is planned. What to do first, and when, is the `nextDue` of every list.
 */
export function placeOf(facts: OwnCase, now: Date): Place {
  const { zip, dueAt, nextAt, appointment, triedAt, answer } = facts;
  const isLate = isOverdue(facts, now);
  if (appointment && isDue(appointment, now)) return { section: "calls", ...called(appointment) };
  const step = nextDue(facts, now);
  const action = nextActionOf(facts, now);
  const isToAnswer = facts.nextKind === "answer";
  const isPlanned = nextAt !== null && !isToAnswer && nextAt > now && (nextAt <= dueAt || dueAt <= now);
  if (isWaiting(facts) && !isBooked(facts, now) && !isPlanned && dueAt <= openDay(now).closes) {
    if (step?.by === "promise") return { section: "promises", ...promised() };
    const { words } = promiseInWords(dueAt, isLate, now);
    return {
      section: "promises",
      ...next(),
      why: withTry(isLate ? words : `We promised an answer ${byWhen(dueAt, now)}`, triedAt, now),
    };
  }
  const givesWay = action?.isImplied && (answer || isBooked(facts, now));
  if (action && (isToAnswer || action.at <= now.getTime()) && !givesWay) return { section: "next", ...planned() };
  if (answer) {
    const { at } = answer;
    return {
      section: "answers",
      what: answered(answer),
      at,
      when: capitalized(plannedTime(at, now)),
      isLate,
      why: "They answered",
    };
  }
  return { section: "later", ...(step?.by === "promise" ? promised() : next()) };

  function next() {
    return step?.by === "call" && appointment ? called(appointment) : planned();
  }

  function called({ startsAt, dueAt }: NonNullable<OwnCase["appointment"]>) {
    const why = startsAt ? "They booked this hour" : "As soon as possible";
    return { what: "Call", at: dueAt, when: capitalized(plannedCall(startsAt ?? dueAt, zip, now)), isLate, why };
  }

  function promised() {
    const { words } = promiseInWords(dueAt, isLate, now);
    return { what: FIRST_CALL, at: dueAt, when: words, isLate, why: answer ? answered(answer) : "" };
  }

  function planned() {
    if (!action || action.isImplied) {
      return action?.kind === "call" ? promised() : { what: action?.note ?? "", at: now, when: "", isLate, why: "" };
    }
    const at = new Date(action.at);
    const { what, more } = nextInWords(action);
    return {
      what,
      at,
      when: capitalized(action.kind === "call" ? plannedCall(at, zip, now) : plannedTime(at, now)),
      isLate: isLate || (isToAnswer && at <= now),
      why: withTry(more, triedAt, now),
    };
  }
}

function answered({ state, recipientName }: NonNullable<OwnCase["answer"]>) {
  switch (state) {
    case "yes":
      return `Send to ${recipientName}: they said yes`;
    case "no":
      return `They said no to ${recipientName}`;
    case "withdrawn":
      return `They took back the permission for ${recipientName}`;
  }
}
