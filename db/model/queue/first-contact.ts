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

/** The middle of these numbers, or the mean of the two middle ones; null without any. */
export function median(numbers: number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const [lower, upper] = [sorted[Math.ceil(sorted.length / 2) - 1], sorted[Math.floor(sorted.length / 2)]];
  return lower === undefined || upper === undefined ? null : (lower + upper) / 2;
}

/** '14 h' or '3 h 20 min'. */
export function hoursAndMinutes(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
