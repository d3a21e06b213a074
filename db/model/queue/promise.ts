import { endOf } from "../calls/call-slots.ts";
import { isClosed, isIn, type Status, statusLabels } from "../case/status.ts";
import { capitalized } from "../time/promised-time.ts";
import { byWhen, dayAndMonth, shortTime } from "../time/time-for-staff.ts";
import type { Time } from "../time/time-in-words.ts";
import { firstContactTime, hoursAndMinutes } from "./first-contact.ts";
import { type NextKind, shortNextKindLabels } from "./next-action.ts";

/**
 * What waits for our first contact, which call is due, and which promise is broken: for every list, count, chart and mail.
 * `worker/queue/due.ts` says the same in SQL. What is due for a member: `placeOf` (my-day.ts). Times may be ISO text.
 */

/** The day shows a booked call this long before its hour. From then on it is due. */
export const CALL_NOTICE_MS = 60 * 60_000;

interface Facts {
  status: Status;
  contactStoppedAt: Time | null;
  firstContactAt: Time | null;
  /** By when we promised an answer. */
  dueAt: Time;
  /** The call that the applicant asked for. */
  appointment: { startsAt: Time | null } | null;
}

/** Whether we owe the applicant a first contact. */
export function isWaiting({ status, contactStoppedAt, firstContactAt }: Omit<Facts, "dueAt" | "appointment">) {
  return isIn("waiting", status) && contactStoppedAt === null && firstContactAt === null;
}

/** Whether the hour that the applicant chose for our call is not over. It replaces our promise. */
export function isBooked({ appointment }: Pick<Facts, "appointment">, now: Date) {
  return appointment?.startsAt ? endOf(new Date(appointment.startsAt).getTime()) > now : false;
}

/** Whether we broke our promise: the applicant still waits for a first contact. */
export function isOverdue(facts: Facts, now: Date) {
  return isWaiting(facts) && !isBooked(facts, now) && new Date(facts.dueAt) <= now;
}

/** Whether a call that an applicant asked for is due. */
export function isDue({ dueAt }: { dueAt: Time }, now: Date) {
  return new Date(dueAt).getTime() <= now.getTime() + CALL_NOTICE_MS;
}

/** What the desk says of our promise: the day and hour that the applicant reads. */
export function promiseState(facts: Facts, now: Date) {
  const isBroken = isOverdue(facts, now);
  if (facts.contactStoppedAt) return { isBroken, words: "Asked us to stop" };
  if (isBooked(facts, now)) return { isBroken, words: "Call booked" };
  if (!isWaiting(facts)) return { isBroken, words: "First contact made" };
  return { isBroken, words: isBroken ? overdueSince(facts.dueAt) : `Due ${byWhen(facts.dueAt, now)}` };
}

interface Listed extends Facts {
  createdAt: Time;
  appointment: { startsAt: Time | null; dueAt: Time; words: string } | null;
  nextKind: NextKind | null;
  nextAt: Time | null;
}

/** What comes next in a list, in one short phrase, and whether it is late. */
export function dueInWords(listed: Listed, now: Date) {
  const { status, contactStoppedAt, appointment, nextKind, nextAt } = listed;
  if (isClosed(status)) return { words: `${statusLabels[status]}, sent ${shortTime(listed.createdAt)}`, isLate: false };
  if (contactStoppedAt) return { words: "Do not contact", isLate: true };
  if (appointment) {
    const isLate = isDue(appointment, now);
    return { words: `${isLate ? "Call due" : "Call"} ${appointment.words}`, isLate };
  }
  if (isWaiting(listed)) {
    return promiseInWords(listed.dueAt, isOverdue(listed, now), now);
  }
  if (nextAt === null) return { words: "No next step", isLate: true };
  return { words: `${shortNextKindLabels[nextKind ?? "other"]} ${shortTime(nextAt)}`, isLate: new Date(nextAt) <= now };
}

/** Our promise in a list, and whether it is broken. */
export function promiseInWords(dueAt: Time, isLate: boolean, now: Date) {
  return { words: isLate ? overdueSince(dueAt) : capitalized(byWhen(dueAt, now)), isLate };
}

/** All promises end at the same hour. */
function overdueSince(dueAt: Time) {
  return `Overdue since ${dayAndMonth(dueAt)}`;
}

/** How long somebody has been waiting, in business hours: '3 h 20 min'. */
export function waitingTime(since: string, now: Date) {
  return hoursAndMinutes(firstContactTime(new Date(since), now).businessMinutes);
}
