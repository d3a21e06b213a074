import { CENTRAL, HOUR_MS } from "./clock.ts";
import { instantOf, wallTime } from "./zoned-time.ts";

/** The business day in which promises are counted (the public pages: Monday to Saturday, 8 AM to 8 PM Central). */
export const OPENS_AT = 8;
const CLOSES_AT = 20;
/** Whole hours of a business day, and business days of a week, Monday first. */
export const OPEN_HOURS = CLOSES_AT - OPENS_AT;
export const OPEN_DAYS = 6;
const SUNDAY = 7;

/**
 * By when we promised an answer to somebody who applied at this time, or asked to hear from us again: 'the same day or the next
 * business day' (`replyDay`) ends when we close, and after hours it is the next day on which we open. Public holidays are
 * business days like any other.
 */
export function promisedBy(since: Date) {
  return openDay(since).closes;
}

/** The instant at which so many business hours have passed since `from`. */
export function addBusinessHours(from: Date, hours: number) {
  let left = hours * HOUR_MS;
  for (let at = from; ; ) {
    const { opens, closes } = openDay(at);
    const start = Math.max(at.getTime(), opens.getTime());
    if (start + left <= closes.getTime()) return new Date(start + left);
    left -= closes.getTime() - start;
    at = closes;
  }
}

/** How many milliseconds of business hours lie between two instants; 0 when they are in the wrong order. */
export function businessTimeBetween(from: Date, to: Date) {
  let total = 0;
  for (let at = from; at < to; ) {
    const { opens, closes } = openDay(at);
    total += Math.max(0, Math.min(to.getTime(), closes.getTime()) - Math.max(at.getTime(), opens.getTime()));
    at = closes;
  }
  return total;
}

/** The business day that is open at this instant, or else the next one. */
export function openDay(at: Date) {
  const today = wallTime(at, CENTRAL);
  for (let ahead = 0; ; ahead++) {
    const day = today.add({ days: ahead });
    const closes = instantOf(day, CLOSES_AT);
    if (day.dayOfWeek !== SUNDAY && closes > at) return { opens: instantOf(day, OPENS_AT), closes };
  }
}
