import { CENTRAL, HOUR_MS } from "./clock.ts";
import { instantOf, wallTime } from "./zoned-time.ts";

/** We promise answers within these hours: Monday to Saturday, 8 AM to 8 PM Central, as the public pages say. */
export const OPENS_AT = 8;
const CLOSES_AT = 20;
/** Hours of a business day, and business days of a week, which start on Monday. */
export const OPEN_HOURS = CLOSES_AT - OPENS_AT;
export const OPEN_DAYS = 6;
const SUNDAY = 7;

/**
 * When our promised answer is due: at closing time of the same day, or of the next business day if we are closed.
 * Counts from the application, or from allowing contact again. Public holidays are business days.
 */
export function promisedBy(since: Date) {
  return openDay(since).closes;
}

/** The time when this many business hours have passed since `from`. */
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

/** Business time between two instants, in milliseconds; 0 if they are in the wrong order. */
export function businessTimeBetween(from: Date, to: Date) {
  let total = 0;
  for (let at = from; at < to; ) {
    const { opens, closes } = openDay(at);
    total += Math.max(0, Math.min(to.getTime(), closes.getTime()) - Math.max(at.getTime(), opens.getTime()));
    at = closes;
  }
  return total;
}

/** Days found before, by the hour that asked: they begin and end on whole hours. */
const found = new Map<number, { opens: Date; closes: Date }>();

/** The business day that is running now, or the next one. */
export function openDay(at: Date) {
  const hour = Math.floor(at.getTime() / HOUR_MS);
  const day = found.get(hour) ?? dayAt(at);
  found.set(hour, day);
  return day;
}

function dayAt(at: Date) {
  const today = wallTime(at, CENTRAL);
  for (let ahead = 0; ; ahead++) {
    const day = today.add({ days: ahead });
    const closes = instantOf(day, CLOSES_AT);
    if (day.dayOfWeek !== SUNDAY && closes > at) return { opens: instantOf(day, OPENS_AT), closes };
  }
}
