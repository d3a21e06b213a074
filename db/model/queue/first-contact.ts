import { businessTimeBetween, promisedBy } from "../time/business-hours.ts";
import { MINUTE_MS } from "../time/clock.ts";

/**
 * First contact is the first call in which we spoke with the applicant or their voicemail since our promise began, or the
 * first status that says we were in touch. A call that nobody answered or a wrong number is none, nor is a mail or a letter.
 * `db/model/case/follow.ts` writes it down with whatever deed it comes of.
 */

/** How long somebody waited for it, in whole minutes of business hours and of the clock, and whether our promise was kept. */
export function firstContactTime(promisedSince: Date, contactedAt: Date) {
  return {
    businessMinutes: Math.floor(businessTimeBetween(promisedSince, contactedAt) / MINUTE_MS),
    clockMinutes: Math.floor(Math.max(0, contactedAt.getTime() - promisedSince.getTime()) / MINUTE_MS),
    isInTime: contactedAt <= promisedBy(promisedSince),
  };
}

/** '14 h' or '3 h 20 min'. */
export function hoursAndMinutes(minutes: number) {
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60];
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}
