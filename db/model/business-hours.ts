import { CENTRAL, instantOf, wallTime } from "./zoned-time.ts";

/** The business day in which promises are counted (the public pages: Monday to Saturday, 8 AM to 8 PM Central). */
export const OPENS_AT = 8;
const CLOSES_AT = 20;
/** Whole hours of a business day, and business days of a week, Monday first. */
export const OPEN_HOURS = CLOSES_AT - OPENS_AT;
export const OPEN_DAYS = 6;
const SUNDAY = 7;
const REPLY_HOURS = 24;

const HOUR_MS = 60 * 60 * 1000;

/** Until when an application that came in at this time is to be answered. */
export interface Promises {
  /** 'Same-day response Monday to Saturday': the close of the business day, or of the next one after hours. */
  sameDay: Date;
  /** 'A reply comes within 24 hours', counted in business hours. */
  within24Hours: Date;
}

/** Both promises to somebody who applied at this time. `sameDay` is always the earlier one. */
export function promisesFor(appliedAt: Date): Promises {
  return { sameDay: sameDayPromise(appliedAt), within24Hours: addBusinessHours(appliedAt, REPLY_HOURS) };
}

/** Until when somebody who applied at this time is to be answered the same day. */
export function sameDayPromise(appliedAt: Date) {
  return openDay(appliedAt).closes;
}

/** The first promise not yet broken, or null when both are. */
export function nextPromise(appliedAt: Date, now: Date): { name: "same day" | "24 hours"; until: Date } | null {
  const { sameDay, within24Hours } = promisesFor(appliedAt);
  if (now < sameDay) return { name: "same day", until: sameDay };
  return now < within24Hours ? { name: "24 hours", until: within24Hours } : null;
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
