import { endOf, soonestCall, theirTime } from "../calls/call-slots.ts";
import { DAY_MS } from "../time/clock.ts";
import { capitalized, isToday } from "../time/promised-time.ts";
import { byWhen, clockTime, dayAndMonth, shortTime } from "../time/time-for-staff.ts";
import { type Time, written } from "../time/time-in-words.ts";
import { type NextKind, shortNextKindLabels } from "./next-action.ts";
import { isClosed, isIn, type Status, statusLabels } from "./status.ts";

/**
 * What waits for our first contact, which call is due, and which promise is broken: for every list, count, chart and mail.
 * `worker/queue/due.ts` says the same in SQL. What is due for a member: `placeOf` (db/model/queue/my-day.ts). Times may be ISO text.
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

/** What decides when a case is next due. */
interface Steps extends Facts {
  appointment: { startsAt: Time | null; dueAt: Time } | null;
  nextAt: Time | null;
}

/** Whether we owe the applicant a first contact. */
export function isWaiting({ status, contactStoppedAt, firstContactAt }: Omit<Facts, "dueAt" | "appointment">) {
  return isIn("waiting", status) && contactStoppedAt === null && firstContactAt === null;
}

/** Whether the hour that the applicant chose for our call is not over. It replaces our promise. */
export function isBooked({ appointment }: Pick<Facts, "appointment">, now: Date) {
  return appointment?.startsAt ? endOf(new Date(appointment.startsAt).getTime()) > now : false;
}

/** Whether the hour that the applicant chose is over, and nobody has called since it began. */
function isMissed({ status, contactStoppedAt, appointment }: Omit<Facts, "dueAt" | "firstContactAt">, now: Date) {
  if (isClosed(status) || contactStoppedAt !== null || !appointment?.startsAt) return false;
  return endOf(new Date(appointment.startsAt).getTime()) <= now;
}

/** Whether we broke our word: a booked hour is missed, or nobody made first contact by the promised time. */
export function isOverdue(facts: Facts, now: Date) {
  return isMissed(facts, now) || (isWaiting(facts) && !isBooked(facts, now) && new Date(facts.dueAt) <= now);
}

/** When an open case is due, which orders the queue: what comes first of the wished call, the plan and our promise. */
export function queueTimeOf(facts: Steps) {
  const dueAt = new Date(facts.dueAt);
  const step = firstStep(facts);
  if (!step) return dueAt;
  return isWaiting(facts) && !facts.appointment?.startsAt && dueAt < step.at ? dueAt : step.at;
}

/**
 * What comes next in an open case, and when: the wished call or the plan, or our promise while it runs and ends before.
 * Null if nothing does.
 */
export function nextDue(facts: Steps, now: Date) {
  const step = firstStep(facts);
  if (!isWaiting(facts) || isBooked(facts, now)) return step;
  const promise = { by: "promise" as const, at: new Date(facts.dueAt) };
  return !step || (promise.at > now && promise.at < step.at) ? promise : step;
}

function firstStep({ appointment, nextAt }: Steps) {
  const call = appointment && { by: "call" as const, at: new Date(appointment.dueAt) };
  const plan = nextAt === null ? null : { by: "plan" as const, at: new Date(nextAt) };
  return plan && (!call || plan.at < call.at) ? plan : call;
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
  if (isMissed(facts, now)) return { isBroken, words: "Booked call missed" };
  if (!isWaiting(facts)) return { isBroken, words: "First contact made" };
  return { isBroken, words: isBroken ? overdueSince(facts.dueAt) : `Due ${byWhen(facts.dueAt, now)}` };
}

interface Listed extends Steps {
  createdAt: Time;
  appointment: { startsAt: Time | null; dueAt: Time; words: string } | null;
  nextKind: NextKind | null;
  /** When a member last called, if nobody was reached. */
  triedAt: Time | null;
}

/** What comes next in a list, in one short phrase, and whether it is late. */
export function dueInWords(listed: Listed, now: Date) {
  const { status, contactStoppedAt, appointment, nextKind, triedAt } = listed;
  if (isClosed(status)) return { words: `${statusLabels[status]}, sent ${shortTime(listed.createdAt)}`, isLate: false };
  if (contactStoppedAt) return { words: "Do not contact", isLate: false };
  const next = nextDue(listed, now);
  if (!next) return { words: "No next step", isLate: true };
  if (next.by === "promise") return promiseInWords(next.at, next.at <= now, now);
  if (next.by === "call" && appointment) {
    const isLate = isDue(appointment, now);
    return { words: `${isLate ? "Call due" : "Call"} ${appointment.words}`, isLate };
  }
  const what = nextKind === "call" && triedAt !== null ? "Call again" : shortNextKindLabels[nextKind ?? "other"];
  return { words: `${what} ${plannedTime(next.at, now)}`, isLate: next.at <= now || isOverdue(listed, now) };
}

/** When something is planned: 'today 10 AM', 'Tue 2:30 PM' within six days, else 'Nov 30, 2:30 PM'. */
export function plannedTime(time: Time, now: Date) {
  const clock = clockTime(time).replace(":00", "");
  if (isToday(time, now)) return `today ${clock}`;
  const ahead = new Date(time).getTime() - now.getTime();
  return ahead > 0 && ahead < 6 * DAY_MS ? `${shortWeekday(time)} ${clock}` : `${dayAndMonth(time)}, ${clock}`;
}

/** When a call is planned: 'today 3 PM', with the applicant's time if it is another. */
export function plannedCall(time: Time, zip: string, now: Date) {
  return plannedTime(time, now) + theirTime(new Date(time), zip);
}

/**
 * When we call again, and before that the law allows it: 'We call again Mon 9 AM; the law allows Sun 12 PM'. `opensAt`: when a call
 * is lawful again, null while it is. Null while we call.
 */
export function callsAgain(zip: string, opensAt: Time | null, now: Date) {
  const ours = soonestCall(zip, now);
  if (ours <= now) return null;
  const again = `We call again ${plannedCall(ours, zip, now)}`;
  if (opensAt === null) return `${again}; the law allows calls now`;
  return ours <= new Date(opensAt) ? again : `${again}; the law allows ${plannedTime(opensAt, now)}`;
}

const shortWeekday = /* @__PURE__ */ written({ weekday: "short" });

/** These words, and when we last called for nothing. */
export function withTry(words: string, triedAt: Time | null, now: Date) {
  if (triedAt === null) return words;
  return words ? `${words} (${tried(triedAt, now)})` : capitalized(tried(triedAt, now));
}

/** 'tried 10:05 AM', with the day unless it is today. */
export function tried(triedAt: Time, now: Date) {
  return `tried ${isToday(triedAt, now) ? clockTime(triedAt) : shortTime(triedAt)}`;
}

/** Our promise in a list, and whether it is broken. */
export function promiseInWords(dueAt: Time, isLate: boolean, now: Date) {
  return { words: isLate ? overdueSince(dueAt) : capitalized(byWhen(dueAt, now)), isLate };
}

/** All promises end at the same hour. */
function overdueSince(dueAt: Time) {
  return `Overdue since ${dayAndMonth(dueAt)}`;
}
