import * as z from "zod/mini";
import { OPEN_DAYS, OPEN_HOURS, OPENS_AT, openDay } from "../time/business-hours.ts";
import { CENTRAL, DAY_MS, HOUR_MS } from "../time/clock.ts";
import { clockForStaff, dayForStaff, dayOfCall, hourOfDay } from "../time/time-in-words.ts";
import { wallTime } from "../time/zoned-time.ts";
import { t } from "../words.ts";
import { mayBeCalledThroughout, zonesOf } from "./contact-hours.ts";

/**
 * A slot is an hour in which an applicant can have us call: in our business hours, while a call is lawful in every zone that
 * their ZIP code may mean, and when managers let calls begin.
 */

/** From this long before it begins, a slot can no longer be booked. */
const LEAD_MS = HOUR_MS;
const AHEAD_MS = 7 * DAY_MS;
const PRESET_PLACES = 2;
const MAX_PLACES = 99;

/** How many calls can begin in each slot of a week: a list of days from Monday on, each of its business hours (Central). */
export type Places = number[][];

export const presetPlaces: Places = Array.from({ length: OPEN_DAYS }, () => Array(OPEN_HOURS).fill(PRESET_PLACES));

const placesMessage = `Enter whole numbers from 0 to ${MAX_PLACES}`;
const weekMessage = `Send ${OPEN_HOURS} numbers for each of ${OPEN_DAYS} days`;
const hours = z
  .array(z.int(placesMessage).check(z.gte(0, placesMessage), z.lte(MAX_PLACES, placesMessage)), weekMessage)
  .check(z.length(OPEN_HOURS, weekMessage));

/** How many calls can begin, as a manager sets it. It names the version that was edited, so that nobody overwrites a change they have not seen. */
export const CallCapacityChange = z.object({
  places: z.array(hours, weekMessage).check(z.length(OPEN_DAYS, weekMessage)),
  version: z.int("Send the version that you edited"),
});
export type CallCapacityChange = z.output<typeof CallCapacityChange>;

/** What an applicant asks for: a slot by the instant at which it begins, or null for 'as soon as possible'. */
export const CallRequest = z.object({
  startsAt: z.nullable(
    z.pipe(
      z.iso.datetime({ error: () => t`Choose a time from the list` }),
      z.transform((time: string) => new Date(time)),
    ),
  ),
});

/** A slot, in words of the page's language and the applicant's zone; when the ZIP code leaves several, in those of Central Time. */
export interface CallSlot {
  /** ISO text. */
  startsAt: string;
  /** 'Monday, Nov 23'. */
  day: string;
  /** The hour in which the call comes: '9 AM', '10 AM'. */
  from: string;
  to: string;
  /** 'Central Time' or 'Mountain Time'. */
  zone: string;
}

/** What can be booked: the days, in order, each with its slots. */
export interface FreeSlots {
  days: { day: string; slots: CallSlot[] }[];
  zoneDoubt: ZoneDoubt;
}

/** What a ZIP code leaves open about the time zone: nothing (null), which of the two zones of Texas, or any zone. */
export type ZoneDoubt = null | "twoInTexas" | "outsideTexas";

/** When slots begin that somebody with this ZIP code may book now: within the next seven days, in order. */
export function slotsFor(zip: string, now: Date) {
  return [...slotsFrom(now.getTime() + LEAD_MS, zip, now)];
}

/** Whether a slot begins then that somebody with this ZIP code may book now: one of `slotsFor`. */
export function isSlot(at: Date, zip: string, now: Date) {
  const ahead = at.getTime() - now.getTime();
  const intoDay = at.getTime() - openDay(at).opens.getTime();
  const isHour = intoDay >= 0 && intoDay % HOUR_MS === 0;
  return isHour && ahead >= LEAD_MS && ahead < AHEAD_MS && mayBeCalledThroughout(zip, at, endOf(at.getTime()));
}

/** The first moment at which we may call somebody with this ZIP code; now when no slot of the next seven days allows it. */
export function soonestCall(zip: string, now: Date) {
  const [slot] = slotsFrom(now.getTime() - HOUR_MS + 1, zip, now);
  return slot && slot > now ? slot : now;
}

/** When slots begin, from this time on; the one that is under way counts, too. */
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

/** A slot in the applicant's words. */
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

/** In which zones somebody with this ZIP code may be. */
export function zoneDoubtAbout(zip: string): ZoneDoubt {
  const zones = zonesOf(zip);
  if (zones.length === 1) return null;
  return zones.length === 2 ? "twoInTexas" : "outsideTexas";
}

/** A time to call in words for staff: 'Mon, Nov 23, 3 PM Central (2 PM where they are)'. */
export function slotForStaff(startsAt: Date, zip: string) {
  const central = `${dayForStaff(startsAt)}, ${clockForStaff(startsAt, CENTRAL)} Central`;
  if (zoneDoubtAbout(zip) === "outsideTexas") return `${central} (their ZIP code is not in Texas)`;
  const other = zonesOf(zip).find((zone) => zone !== CENTRAL);
  if (!other) return central;
  const local = clockForStaff(startsAt, other);
  return zoneDoubtAbout(zip)
    ? `${central} (${local} if they are on Mountain Time)`
    : `${central} (${local} where they are)`;
}

/** When a slot is over. */
export function endOf(startsAt: number) {
  return new Date(startsAt + HOUR_MS);
}

/** Where the number for a slot stands in `Places`. A slot outside of business hours has none. */
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

/** The numbers that changed, each under the name of its slot, for the audit log. */
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
