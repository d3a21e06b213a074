import { businessTimeBetween, promisedBy } from "../time/business-hours.ts";
import { MINUTE_MS } from "../time/clock.ts";

/**
 * First contact: the first call since our promise began that reached the applicant or their voicemail, the first status
 * that implies contact, or the first yes or no that they said on the phone. Unanswered calls, wrong numbers, mails and
 * letters do not count.
 */

/** Whole minutes until first contact, in business hours and by the clock, and whether we kept our promise. */
export function firstContactTime(promisedSince: Date, contactedAt: Date) {
  return {
    businessMinutes: Math.floor(businessTimeBetween(promisedSince, contactedAt) / MINUTE_MS),
    clockMinutes: Math.floor(Math.max(0, contactedAt.getTime() - promisedSince.getTime()) / MINUTE_MS),
    isInTime: contactedAt <= promisedBy(promisedSince),
  };
}

/** What tells of an application when it was first contacted, and by whom. */
export interface Contacted {
  createdAt: Date;
  contactResumedAt: Date | null;
  firstContactAt: Date | null;
  firstContactBy: string | null;
}

/** First contacts that a deed added or took back. An application has one since our promise began, so allowing contact again takes the one before back. */
export function changedContacts(before: Contacted, now: Contacted) {
  if (before.firstContactAt?.getTime() === now.firstContactAt?.getTime()) return [];
  return [...counted(before, -1), ...counted(now, 1)];
}

function counted({ createdAt, contactResumedAt, firstContactAt: at, firstContactBy: member }: Contacted, by: 1 | -1) {
  return at ? [{ at, member, by, ...firstContactTime(contactResumedAt ?? createdAt, at) }] : [];
}

/** How many of something took so many minutes, rounded by `roundedWait`. */
export type CountsByMinutes = Record<number, number>;

const [TWO_HOURS, HALF_A_DAY, TWO_WEEKS] = [2 * 60, 12 * 60, 14 * 24 * 60];

/** Minutes rounded to 5 below two hours, to 15 below twelve, then to an hour, two weeks at most: few different ones to count. */
export function roundedWait(minutes: number) {
  const step = minutes < TWO_HOURS ? 5 : minutes < HALF_A_DAY ? 15 : 60;
  return Math.min(Math.round(minutes / step) * step, TWO_WEEKS);
}

/** The minutes that half of all took at most, or the mean of the two middle ones; null without any. */
export function median(counts: CountsByMinutes[]): number | null {
  const sorted = counts
    .flatMap((each) => Object.entries(each).map(([minutes, count]) => ({ minutes: Number(minutes), count })))
    .toSorted((a, b) => a.minutes - b.minutes);
  const total = sorted.reduce((sum, { count }) => sum + count, 0);
  const [lower, upper] = [minutesOf(Math.ceil(total / 2)), minutesOf(Math.floor(total / 2) + 1)];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;

  /** Of the one at this place, from 1. */
  function minutesOf(place: number) {
    let seen = 0;
    for (const { minutes, count } of sorted) {
      seen += count;
      if (seen >= place) return minutes;
    }
    return undefined;
  }
}

/** '14 h' or '3 h 20 min'. */
export function hoursAndMinutes(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
