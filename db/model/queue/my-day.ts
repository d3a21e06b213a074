import { slotForStaff } from "../calls/call-slots.ts";
import type { Application, Appointment } from "../case/case.ts";
import type { PermissionState } from "../introductions/permission.ts";
import { openDay } from "../time/business-hours.ts";
import { nextActionOf, nextInWords } from "./next-action.ts";
import { isBooked, isDue, isOverdue, isWaiting } from "./promise.ts";

/** The sections of a member's day, most urgent first. Each case appears once, under its most urgent reason. */
export const DUE_SECTIONS = ["calls", "promises", "next", "replies", "answers"] as const;
export type DueSection = (typeof DUE_SECTIONS)[number];

const PROMISED = "We promised an answer by then";

/** The facts that decide where an open case without a stop appears in the day. */
export interface OwnCase
  extends Pick<Application, "zip" | "status" | "dueAt" | "firstContactAt" | "nextKind" | "nextNote" | "nextAt"> {
  contactStoppedAt: null;
  /** The call that the applicant asked for, at the start of an hour or as soon as possible (null). */
  appointment: Pick<Appointment, "startsAt" | "dueAt"> | null;
  /** The applicant's last answer about an introduction, if nobody has acted on it yet. */
  answer: { recipientName: string; state: Exclude<PermissionState, "asked">; at: Date } | null;
}

/** The section of a case, what to do, when, and why. */
export interface Place {
  section: DueSection | "later";
  what: string;
  at: Date;
  /** The time of a call in the applicant's zone, in words. */
  callTime: string | null;
  why: string;
}

/**
 * The place of a case in its owner's day. A promise that ends today is listed unless the next try is planned before its
 * end; a broken promise, unless any try is planned.
 */
export function placeOf(facts: OwnCase, now: Date): Place {
  const { zip, dueAt, nextAt, appointment, answer } = facts;
  if (appointment && isDue(appointment, now)) {
    return {
      section: "calls",
      what: "Call",
      at: appointment.dueAt,
      callTime: appointment.startsAt && slotForStaff(appointment.startsAt, zip),
      why: whyCalled(appointment),
    };
  }
  const isPlanned = nextAt !== null && nextAt > now && (nextAt <= dueAt || dueAt <= now);
  if (isWaiting(facts) && !isBooked(facts, now) && !isPlanned && dueAt <= openDay(now).closes) {
    const why = isOverdue(facts, now) ? "Overdue: we promised an answer by then" : PROMISED;
    return { section: "promises", what: "First call", at: dueAt, callTime: null, why };
  }
  const next = nextActionOf(facts, now);
  const givesWay = next?.isImplied && (answer || isBooked(facts, now));
  if (next && next.at <= now.getTime() && !givesWay) return { section: "next", ...planned() };
  if (answer) {
    return { section: "answers", what: answered(answer), at: answer.at, callTime: null, why: "They answered" };
  }
  if (appointment && (!nextAt || appointment.dueAt < nextAt)) {
    const { startsAt, dueAt } = appointment;
    const callTime = slotForStaff(startsAt ?? dueAt, zip);
    return { section: "later", what: "Call", at: dueAt, callTime, why: whyCalled(appointment) };
  }
  return { section: "later", ...planned() };

  function planned(): Omit<Place, "section"> {
    if (!next) return { what: "Nothing", at: now, callTime: null, why: "" };
    const at = new Date(next.at);
    if (next.isImplied) {
      return { what: next.note, at, callTime: null, why: next.kind === "call" ? PROMISED : "" };
    }
    return {
      what: nextInWords(next),
      at,
      callTime: next.kind === "call" ? slotForStaff(at, zip) : null,
      why: (next.kind !== "other" && next.note) || "Planned",
    };
  }
}

function whyCalled({ startsAt }: NonNullable<OwnCase["appointment"]>) {
  return startsAt ? "They booked this hour" : "They asked for a call as soon as possible";
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
