import type { Outcome } from "../case/status.ts";
import { CENTRAL, HOUR_MS } from "../time/clock.ts";
import { instantOf, wallTime } from "../time/zoned-time.ts";

/** What is counted per hour. `contacted…`: an application became Contacted by when we promised an answer, or after that. */
export type Counted =
  | "applications"
  | "contactedInTime"
  | "contactedLate"
  | Outcome
  | "messages"
  | "mailsSent"
  | "mailsDead";

/** What staff read. */
export const countedLabels: Record<Counted, string> = {
  applications: "Applications received",
  contactedInTime: "First contacts in time",
  contactedLate: "First contacts late",
  approved_in_30_days: "Approved within 30 days",
  approved_later: "Approved later",
  declined: "Declined",
  undecided: "Closed, no lender decided",
  messages: "Messages received",
  mailsSent: "Mails sent",
  mailsDead: "Emails we gave up on",
};
export const countedNames = Object.keys(countedLabels) as Counted[];

/** What is there now is counted up to this number; beyond it an exact count helps nobody. */
export const COUNTED_UP_TO = 1000;

/** '12', or '1000 or more'. */
export function countInWords(count: number) {
  return count < COUNTED_UP_TO ? String(count) : `${count} or more`;
}

/** How often each thing happened; if one is missing, it did not happen. */
export type Counts = Partial<Record<Counted, number>>;

/** A calendar day in Texas, as '2026-11-22', with its first hour and that of the next day, in whole hours since the epoch. */
export interface Day {
  day: string;
  from: number;
  to: number;
}

/** This many days, oldest first; the last one is the day of this time. */
export function daysUntil(now: Date, days: number): Day[] {
  const today = wallTime(now, CENTRAL);
  return Array.from({ length: days }, (_, index) => dayAt(today.subtract({ days: days - 1 - index })));
}

/** The day before the day of this time. */
export function dayBefore(now: Date): Day {
  return dayAt(wallTime(now, CENTRAL).subtract({ days: 1 }));
}

/** The latest time, up to now, at which clocks in Texas showed this hour. */
export function latestAt(hour: number, now: Date) {
  const today = wallTime(now, CENTRAL);
  const instant = instantOf(today, hour);
  return instant <= now ? instant : instantOf(today.subtract({ days: 1 }), hour);
}

/** The counts of these days, from hourly rows. An hour belongs to one day, since the zone's offset is always whole hours. */
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
