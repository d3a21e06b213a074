import * as z from "zod/mini";
import { OPEN_DAYS, OPEN_HOURS, OPENS_AT, openDay } from "../time/business-hours.ts";
import { CENTRAL, DAY_MS, HOUR_MS } from "../time/clock.ts";
import { clockForStaff, dayForStaff, dayOfCall, hourOfDay } from "../time/promised-time.ts";
import { wallTime } from "../time/zoned-time.ts";
import { t } from "../words.ts";
import { mayBeCalledThroughout, zonesOf } from "./contact-hours.ts";

/**
 * A slot is an hour in which an applicant can have us call: in our business hours, while a call is lawful in every zone that
 * their ZIP code may mean, and when managers let calls begin.
 */

/** A slot can be booked until this long before it starts. */
const LEAD_MS = HOUR_MS;
const AHEAD_MS = 7 * DAY_MS;
const PRESET_PLACES = 2;
const MAX_PLACES = 99;

/** How many calls may start in each slot of a week: a list per day from Monday on, a number per business hour. */
export type Places = number[][];

export const presetPlaces: Places = Array.from({ length: OPEN_DAYS }, () => Array(OPEN_HOURS).fill(PRESET_PLACES));

const placesMessage = `Enter whole numbers from 0 to ${MAX_PLACES}`;
const weekMessage = `Send ${OPEN_HOURS} numbers for each of ${OPEN_DAYS} days`;
/** Not z.length, whose code the form's pages would load. */
const exactly = (count: number) => [z.minLength(count, weekMessage), z.maxLength(count, weekMessage)] as const;
const hours = z
  .array(z.int(placesMessage).check(z.gte(0, placesMessage), z.lte(MAX_PLACES, placesMessage)), weekMessage)
  .check(...exactly(OPEN_HOURS));

/** A manager's new numbers. `version`: the one they are based on, so that nobody overwrites an unseen change. */
export const CallCapacityChange = z.object({
  places: z.array(hours, weekMessage).check(...exactly(OPEN_DAYS)),
  version: z.int("Send the version that you edited"),
});
export type CallCapacityChange = z.output<typeof CallCapacityChange>;

/** A time from a browser: ISO text in UTC. Anything else gets the message. */
export const instant = (message: string | (() => string)) =>
  z.pipe(
    z.iso.datetime({ error: message }),
    z.transform((time: string) => new Date(time)),
  );

/** The slot an applicant asks for, by its start; null for 'as soon as possible'. */
export const CallRequest = z.object({ startsAt: z.nullable(instant(() => t`Choose a time from the list`)) });

/** A slot in the page's language and the applicant's zone. If the ZIP code may mean several zones, in Central Time. */
export interface CallSlot {
  startsAt: string;
  day: string;
  /** The hour in which we call: from '9 AM' to '10 AM'. */
  from: string;
  to: string;
  zone: string;
}

/** The slots that can be booked, by day, in order. */
export interface FreeSlots {
  days: { day: string; slots: CallSlot[] }[];
  zoneDoubt: ZoneDoubt;
}

/** How sure a ZIP code is about the zone: sure (null), one of the two in Texas, or any zone at all. */
export type ZoneDoubt = null | "twoInTexas" | "outsideTexas";

/** The starts of all slots of the next seven days that somebody with this ZIP code may book now, in order. */
export function slotsFor(zip: string, now: Date) {
  return [...slotsFrom(now.getTime() + LEAD_MS, zip, now)];
}

/** Whether a slot starts at this time that somebody with this ZIP code may book now. */
export function isSlot(at: Date, zip: string, now: Date) {
  const ahead = at.getTime() - now.getTime();
  const intoDay = at.getTime() - openDay(at).opens.getTime();
  const isHour = intoDay >= 0 && intoDay % HOUR_MS === 0;
  return isHour && ahead >= LEAD_MS && ahead < AHEAD_MS && mayBeCalledThroughout(zip, at, endOf(at.getTime()));
}

/** The first moment at which we may call this ZIP code; `now` if no slot of the next seven days allows it. */
export function soonestCall(zip: string, now: Date) {
  const [slot] = slotsFrom(now.getTime() - HOUR_MS + 1, zip, now);
  return slot && slot > now ? slot : now;
}

/** The starts of slots from `first` on, including a slot that has already begun. */
function* slotsFrom(first: number, zip: string, now: Date) {
  const end = now.getTime() + AHEAD_MS;
  for (let at = now; at.getTime() < end; ) {
    const { opens, closes } = openDay(at);
    for (let start = opens.getTime(); start < closes.getTime(); start += HOUR_MS) {
      if (start < first || start >= end) continue;
      if (mayBeCalledThroughout(zip, new Date(start), endOf(start))) yield new Date(start);
    }
    at = closes;
  }
}

export function slotInWords(startsAt: Date, zip: string): CallSlot {
  const timeZone = zoneShownTo(zip);
  return {
    startsAt: startsAt.toISOString(),
    day: dayOfCall(startsAt, timeZone),
    from: hourOfDay(startsAt, timeZone),
    to: hourOfDay(endOf(startsAt.getTime()), timeZone),
    zone: timeZone === CENTRAL ? t`Central Time` : t`Mountain Time`,
  };
}

/** How sure this ZIP code is about the time zone. */
export function zoneDoubtAbout(zip: string): ZoneDoubt {
  const zones = zonesOf(zip);
  if (zones.length === 1) return null;
  return zones.length === 2 ? "twoInTexas" : "outsideTexas";
}

/** The time of a call for staff: 'Mon, Nov 23, 3 PM Central (2 PM where they are)'. */
export function slotForStaff(startsAt: Date, zip: string) {
  return `${dayForStaff(startsAt)}, ${clockForStaff(startsAt, CENTRAL)} Central${theirTime(startsAt, zip)}`;
}

/** What to say after a time of ours if it is or may be another one where the applicant is, else ''. */
export function theirTime(at: Date, zip: string) {
  const doubt = zoneDoubtAbout(zip);
  if (doubt === "outsideTexas") return " (their ZIP code is not in Texas)";
  const other = zonesOf(zip).find((zone) => zone !== CENTRAL);
  if (!other) return "";
  return ` (${clockForStaff(at, other)} ${doubt ? "if they are on Mountain Time" : "where they are"})`;
}

export function endOf(startsAt: number) {
  return new Date(startsAt + HOUR_MS);
}

/** Where `Places` has the number for a slot; null for a slot outside business hours. */
export function placeOf(startsAt: Date) {
  const { dayOfWeek, hour } = wallTime(startsAt, CENTRAL);
  return { day: dayOfWeek - 1, hour: hour - OPENS_AT };
}

const DAYS = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];

export function dayName(day: number) {
  return DAYS[day] ?? "";
}

/** '8 AM' for the first hour of a day in `Places`. */
export function hourName(hour: number) {
  const clock = OPENS_AT + hour;
  return `${clock % 12 || 12} ${clock < 12 ? "AM" : "PM"}`;
}

/** The numbers that changed, by the name of their slot, for the audit log. */
export function changesOfPlaces(before: Places, after: Places) {
  const changed = after.flatMap((hours, day) =>
    hours.flatMap((places, hour) => {
      const old = before[day]?.[hour];
      return old === places
        ? []
        : [{ name: `calls on ${dayName(day)} at ${hourName(hour)}`.toLowerCase(), old, places }];
    }),
  );
  return {
    old: Object.fromEntries(changed.map(({ name, old }) => [name, old])),
    new: Object.fromEntries(changed.map(({ name, places }) => [name, places])),
  };
}

function zoneShownTo(zip: string) {
  const [zone = CENTRAL, ...others] = zonesOf(zip);
  return others.length === 0 ? zone : CENTRAL;
}
