import * as z from "zod/mini";
import type { CallOutcome } from "../calls/call-outcome.ts";
import { instant, slotForStaff, soonestCall } from "../calls/call-slots.ts";
import { mayBeCalledThroughout } from "../calls/contact-hours.ts";
import { line } from "../text.ts";
import { addBusinessHours, OPEN_HOURS } from "../time/business-hours.ts";
import { DAY_MS, MINUTE_MS } from "../time/clock.ts";
import { isClosed, isIn, type Status } from "./status.ts";

/** What a member can plan to do next about an application. */
export const NEXT_KINDS = ["call", "write", "answer", "papers", "lender", "other"] as const;
export type NextKind = (typeof NEXT_KINDS)[number];

export const nextKindLabels: Record<NextKind, string> = {
  call: "Call",
  write: "Write",
  answer: "Answer",
  papers: "Check documents",
  lender: "Ask the lender or dealer",
  other: "Something else",
};
/** Where there is room for a word. */
export const shortNextKindLabels: Record<NextKind, string> = {
  call: "Call",
  write: "Write",
  answer: "Answer",
  papers: "Papers",
  lender: "Lender",
  other: "Next",
};

/** The limit for a call that an applicant asks for, so that nobody waits for one that we have forgotten. */
export const CALL_DAYS_AHEAD = 30;
const NEXT_DAYS_AHEAD = 180;
const NOTE_CHARACTERS = 200;

/** A next action in the database and in events; `at` is in milliseconds. */
export interface Planned {
  kind: NextKind;
  note: string;
  at: number;
}

/** A next action as a member enters it. */
export const NextAction = z.object({
  kind: z.enum(NEXT_KINDS, "Choose what to do next"),
  note: z.optional(line({ max: NOTE_CHARACTERS, message: "Please send the note as text" })),
  at: instant("Choose a day and a time"),
});
export type NextAction = z.output<typeof NextAction>;

/** A member's choice, as it is stored in events. */
export function plannedOf({ kind, note = "", at }: NextAction): Planned {
  return { kind, note, at: at.getTime() };
}

/** The columns of a next action in an application; null clears them. */
export function columnsOf(next: Planned | null) {
  return {
    nextKind: next?.kind ?? null,
    nextNote: next?.note ?? null,
    nextAt: next ? new Date(next.at) : null,
  };
}

interface Facts {
  status: Status;
  contactStoppedAt: Date | null;
  nextKind: NextKind | null;
  nextNote: string | null;
  nextAt: Date | null;
  /** By when we promised an answer. */
  dueAt: Date;
}

/**
 * What comes next. If a member planned nothing, it is the first call while one is promised, else 'No next step'
 * now, so that nobody is forgotten. Null for a closed or stopped case.
 */
export function nextActionOf(
  { status, contactStoppedAt, nextKind, nextNote, nextAt, dueAt }: Facts,
  now: Date,
): (Planned & { isImplied: boolean }) | null {
  if (contactStoppedAt || isClosed(status)) return null;
  if (nextKind && nextAt) return { kind: nextKind, note: nextNote ?? "", at: nextAt.getTime(), isImplied: false };
  if (isIn("waiting", status)) {
    return { kind: "call", note: FIRST_CALL, at: dueAt.getTime(), isImplied: true };
  }
  return { kind: "other", note: "No next step", at: now.getTime(), isImplied: true };
}

/** What we owe whom nobody has reached and for whom nothing is planned. */
export const FIRST_CALL = "First call";
const FOLLOW_UP = "Follow up";
const AFTER_VOICEMAIL = "Call again after the voicemail";
const AGAIN = "Call again";
export const RIGHT_NUMBER = "Ask for the right number";
export const ASK_FOR_PAPERS = "Ask for the documents again";
export const ASK_THEM = "Ask what they decided";
export const SOME_ARRIVED = "Some documents have arrived";
export const ALL_ARRIVED = "All documents have arrived";

/** Notes of planned actions that we wrote ourselves. We may replace these, but not a member's own plan. */
export const PRESET_NOTES = [
  FOLLOW_UP,
  AFTER_VOICEMAIL,
  AGAIN,
  RIGHT_NUMBER,
  ASK_FOR_PAPERS,
  ASK_THEM,
  SOME_ARRIVED,
  ALL_ARRIVED,
];

/**
 * The usual next action after a call with this outcome, within business hours and lawful calling hours for the ZIP
 * code, and not before a booked hour. `askedFor`: when the applicant asked to be called. Null after a stop.
 */
export function presetAfter(
  outcome: CallOutcome,
  zip: string,
  now: Date,
  { askedFor, bookedFor }: { askedFor?: Date; bookedFor?: Date | null } = {},
): Planned | null {
  const after = (hours: number) => addBusinessHours(now, hours);
  const callAfter = (hours: number, note: string): Planned => {
    const at = soonestCall(zip, after(hours)).getTime();
    return { kind: "call", note, at: Math.max(at, bookedFor?.getTime() ?? 0) };
  };
  switch (outcome) {
    case "reached":
      return followUp(now);
    case "voicemail":
      return callAfter(4, AFTER_VOICEMAIL);
    case "noAnswer":
      return callAfter(2, AGAIN);
    case "wrongNumber":
      return { kind: "write", note: RIGHT_NUMBER, at: after(1).getTime() };
    case "askedToCallAt":
      return askedFor ? { kind: "call", note: "They asked to be called then", at: askedFor.getTime() } : null;
    case "askedToStop":
      return null;
  }
}

/** To get in touch again, on the next business day. */
export function followUp(now: Date): Planned {
  return { kind: "other", note: FOLLOW_UP, at: addBusinessHours(now, OPEN_HOURS).getTime() };
}

/** The usual next action for a new status, two business days later; null if the status needs none. */
export function presetOf(status: Status, now: Date): Planned | null {
  const at = addBusinessHours(now, 2 * OPEN_HOURS).getTime();
  if (status === "docs_requested") return { kind: "papers", note: ASK_FOR_PAPERS, at };
  if (status === "with_lender" || status === "introduced") return { kind: "lender", note: ASK_THEM, at };
  return null;
}

/** What to do next, and what else its note says. A note that begins with what to do, as 'Call again', stands for it. */
export function nextInWords({ kind, note }: Pick<Planned, "kind" | "note">) {
  const what = nextKindLabels[kind];
  return note && (kind === "other" || note.startsWith(what)) ? { what: note, more: "" } : { what, more: note };
}

/** A sentence for staff that says why this cannot be planned for this ZIP code; null if it can. */
export function refusedPlan({ kind, at }: Pick<NextAction, "kind" | "at">, zip: string, now: Date): string | null {
  if (at.getTime() < now.getTime() - MINUTE_MS) return "That time is over. Choose one from now on.";
  if (at.getTime() > now.getTime() + NEXT_DAYS_AHEAD * DAY_MS) {
    return `Choose a time within the next ${NEXT_DAYS_AHEAD} days.`;
  }
  return kind === "call" ? refusedHour(at, zip) : null;
}

/** A sentence for staff that says why nobody with this ZIP code can ask for a call at this time; null if they can. */
export function refusedCallAt(at: Date, zip: string, now: Date): string | null {
  if (at <= now) return "That time is over. Choose a time for the call that is still to come.";
  if (at.getTime() > now.getTime() + CALL_DAYS_AHEAD * DAY_MS) {
    return `Choose a time for the call within the next ${CALL_DAYS_AHEAD} days.`;
  }
  return refusedHour(at, zip);
}

/** A sentence for staff that says why no call to this ZIP code is lawful at this time; null if one is. */
export function refusedHour(at: Date, zip: string): string | null {
  if (mayBeCalledThroughout(zip, at, new Date(at.getTime() + MINUTE_MS))) return null;
  return `We may not call at ${slotForStaff(at, zip)}. Calls are lawful Monday to Saturday 9 AM to 9 PM and Sunday noon to 9 PM, where they are.`;
}
