import type { Outcome } from "../case/status.ts";
import { CENTRAL, HOUR_MS } from "../time/clock.ts";
import { instantOf, wallTime } from "../time/zoned-time.ts";

/** Counted per hour. `contactedInTime` and `contactedLate`: first contact came before or after the promised time. */
export type Counted =
  | "applications"
  | "contactedInTime"
  | "contactedLate"
  | Outcome
  | "messages"
  | "mailsSent"
  | "mailsDead";

/** The labels that staff read. */
export const countedLabels: Record<Counted, string> = {
  applications: "Applications received",
  contactedInTime: "First contacts in time",
  contactedLate: "First contacts late",
  approved_in_30_days: "Approved within 30 days",
  approved_later: "Approved later",
  declined: "Declined",
  undecided: "Closed, no lender decided",
  messages: "Messages received",
  mailsSent: "Emails sent",
  mailsDead: "Emails we gave up on",
};
export const countedNames = Object.keys(countedLabels) as Counted[];

/** We count rows only up to this number: a larger exact count helps nobody. */
export const COUNTED_UP_TO = 1000;
/** Overdue ones are counted for every page of the desk, and free ones for each day. */
export const OVERDUE_UP_TO = 100;

export const FREE_UP_TO = 100;

/** '12', or '1000 or more'. */
export function countInWords(count: number, most = COUNTED_UP_TO) {
  return count < most ? String(count) : `${count} or more`;
}

/** How often each thing happened; missing means never. */
export type Counts = Partial<Record<Counted, number>>;

/** A calendar day in Texas, such as '2026-11-22'. Its first hour and the next day's count from the epoch. */
export interface Day {
  day: string;
  from: number;
  to: number;
}

/** So many days up to today in Texas, oldest first. */
export function daysUntil(now: Date, days: number): Day[] {
  const today = wallTime(now, CENTRAL);
  return Array.from({ length: days }, (_, index) => dayAt(today.subtract({ days: days - 1 - index })));
}

/** Yesterday in Texas. */
export function dayBefore(now: Date): Day {
  return dayAt(wallTime(now, CENTRAL).subtract({ days: 1 }));
}

/** The last time, up to now, when clocks in Texas showed this hour. */
export function latestAt(hour: number, now: Date) {
  const today = wallTime(now, CENTRAL);
  const instant = instantOf(today, hour);
  return instant <= now ? instant : instantOf(today.subtract({ days: 1 }), hour);
}

/** The counts of these days, from hourly rows. Days start on whole hours: Texas is whole hours off UTC. */
export function countsOf(days: Day[], rows: { hour: number; name: Counted; count: number }[]) {
  return days.map(({ day, from, to }) => {
    const counts: Counts = {};
    for (const { hour, name, count } of rows) {
      if (hour >= from && hour < to) counts[name] = (counts[name] ?? 0) + count;
    }
    return { day, counts };
  });
}

function dayAt(time: ReturnType<typeof wallTime>): Day {
  const hourOf = (at: typeof time) => instantOf(at, 0).getTime() / HOUR_MS;
  return { day: time.toPlainDate().toString(), from: hourOf(time), to: hourOf(time.add({ days: 1 })) };
}
