import { plural, t } from "../words.ts";
import { DAY_MS } from "./clock.ts";
import { type Time, written } from "./time-in-words.ts";

/** How the times of promises and calls are written. */

const DAYS_WITHOUT_DATE = 6;

/** 'Monday at 8 PM Central' when it is within six days of `now`, otherwise 'Monday, November 23, at 8 PM Central'. */
export function dayAndHour(time: Time, now: Date) {
  const [day, clock] = [dayNear(time, now), centralClock(time)];
  return isNear(time, now) ? t`${day} at ${clock}` : t`${day}, at ${clock}`;
}

function dayNear(time: Time, now: Date) {
  return isNear(time, now) ? weekday(time) : weekdayAndDate(time);
}

function isNear(time: Time, now: Date) {
  return Math.abs(new Date(time).getTime() - now.getTime()) < DAYS_WITHOUT_DATE * DAY_MS;
}
/** 'Monday'. */
const weekday = /* @__PURE__ */ written({ weekday: "long" });
/** 'Monday, November 23'. */
export const weekdayAndDate = /* @__PURE__ */ written({ weekday: "long", month: "long", day: "numeric" });

/** How we answer somebody: with a call, unless they said no to calls. */
export type AnswerWay = "call" | "email";

/**
 * When and how we answer an application, in one form of words on pages and in mails: "We'll call you by Monday, 8 PM Central." `by`: as
 * `promisedBy` has it, or null once no time can be promised.
 */
export function weWillAnswer(way: AnswerWay, by: Time | null, now: Date) {
  if (by === null) return way === "call" ? t`We’ll call you as soon as we can.` : t`We’ll email you as soon as we can.`;
  const promise = byDayAndHour(by, now);
  return way === "call" ? t`We’ll call you ${promise}.` : t`We’ll email you ${promise}.`;
}

/** Until when we promise something: 'by Monday, 8 PM Central', or 'by Monday, November 23, 8 PM Central', as `dayAndHour` has the day. */
export function byDayAndHour(time: Time, now: Date) {
  return t`by ${{ day: dayNear(time, now) }}, ${{ clock: centralClock(time) }}`;
}

/** Whether this time is today in Texas. Nothing is on a Sunday, when we are closed. */
export function isToday(time: Time, now: Date) {
  return fullDate(time) === fullDate(now) && !fullDate(now).startsWith("Sun");
}
/** 'Sunday, November 22, 2026', in English: for the code and the desk. */
export const fullDate = /* @__PURE__ */ written({ dateStyle: "full" }, "en-US");

/** The day of a call, in the zone of whoever is called: 'Monday, Nov 23'. */
export const dayOfCall = /* @__PURE__ */ written({ weekday: "long", month: "short", day: "numeric" });

/** '9 AM', in this zone. */
export const hourOfDay = /* @__PURE__ */ written({ hour: "numeric" });

/** In English, for staff: 'Mon, Nov 23'. */
export const dayForStaff = /* @__PURE__ */ written({ weekday: "short", month: "short", day: "numeric" }, "en-US");

/** In English, for staff, in this zone: '9 AM' or '1:30 PM'. */
export function clockForStaff(time: Time, timeZone: string) {
  return englishClock(time, timeZone).replace(":00", "");
}
const englishClock = /* @__PURE__ */ written({ hour: "numeric", minute: "2-digit" }, "en-US");

/** These words where a line begins with them: 'Today by 8 PM Central'. */
export function capitalized(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** '8 PM Central' or '1:30 PM Central'; in Spanish with the article, which one o'clock has of its own. */
function centralClock(time: Time) {
  const clock = hourAndMinute(time).replace(":00", "");
  return plural(Number.parseInt(clock, 10), {
    one: t.as("one o'clock")`${clock} Central`,
    other: t`${clock} Central`,
  });
}
const hourAndMinute = /* @__PURE__ */ written({ hour: "numeric", minute: "2-digit" });
