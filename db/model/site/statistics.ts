import { CENTRAL } from "../time/clock.ts";
import { instantOf, wallTime } from "../time/zoned-time.ts";

/** We count rows only up to this number: a larger exact count helps nobody. */
export const COUNTED_UP_TO = 1000;
/** Overdue ones are counted for every page of the desk, and free ones for each day. */
export const OVERDUE_UP_TO = 100;

export const FREE_UP_TO = 100;

/** '12', or '1000 or more'. */
export function countInWords(count: number, most = COUNTED_UP_TO) {
  return count < most ? String(count) : `${count} or more`;
}

/** A calendar day in Texas, such as '2026-11-22', and when it and the next one begin. */
export interface Day {
  day: string;
  from: Date;
  to: Date;
}

/** The day in Texas so many days before this time; 0 is today. */
export function daysAgo(now: Date, days: number): Day {
  const time = wallTime(now, CENTRAL).subtract({ days });
  return { day: time.toPlainDate().toString(), from: instantOf(time, 0), to: instantOf(time.add({ days: 1 }), 0) };
}

/** The last time, up to now, when clocks in Texas showed this hour. */
export function latestAt(hour: number, now: Date) {
  const today = wallTime(now, CENTRAL);
  const instant = instantOf(today, hour);
  return instant <= now ? instant : instantOf(today.subtract({ days: 1 }), hour);
}
