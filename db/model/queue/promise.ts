import { endOf } from "../calls/call-slots.ts";
import { promisedBy } from "../time/business-hours.ts";
import { byWhen, shortTime } from "../time/time-for-staff.ts";
import { firstContactTime, hoursAndMinutes } from "./first-contact.ts";

/** What the desk says of the time that somebody has been waiting, as the API tells it: times are ISO text. */

interface Facts {
  promisedSince: string;
  contactStoppedAt: string | null;
  /** The call that the applicant asked for. */
  appointment: { startsAt: string | null } | null;
}

/**
 * By when we promised an answer: the day and hour that the applicant reads. No promise runs for somebody who asked us to stop, or
 * chose an hour for the call that is not over.
 */
export function promiseState({ promisedSince, contactStoppedAt, appointment }: Facts, now: Date) {
  if (contactStoppedAt) return { isBroken: false, words: "Asked us to stop" };
  if (appointment?.startsAt && endOf(Date.parse(appointment.startsAt)) > now) {
    return { isBroken: false, words: "Call booked" };
  }
  const by = promisedBy(new Date(promisedSince));
  return by > now
    ? { isBroken: false, words: `Due ${byWhen(by, now)}` }
    : { isBroken: true, words: `Overdue since ${shortTime(by)}` };
}

/** How long somebody has been waiting, in business hours: '3 h 20 min'. */
export function waitingTime(since: string, now: Date) {
  return hoursAndMinutes(firstContactTime(new Date(since), now).businessMinutes);
}

/** Whether a call that an applicant asked for should be made by now. */
export function isDue({ dueAt }: { dueAt: string }, now: Date) {
  return new Date(dueAt) <= now;
}
