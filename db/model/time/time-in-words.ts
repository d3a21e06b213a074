import { locale, plural, t } from "../words.ts";
import { CENTRAL, DAY_MS } from "./clock.ts";

/**
 * Every way in which we write a time: in Texas and in the language of the page or mail, unless its comment says otherwise.
 * ISO text and milliseconds are as good as a Date.
 */
type Time = Date | string | number;

const DAYS_WITHOUT_DATE = 6;

/** 'November 21, 2026'. */
export const longDate = /* @__PURE__ */ written({ dateStyle: "long" });

/** 'November 21, 2026 at 2:31 PM CST', in Texas and saying so. */
export function dateAndTime(time: Time) {
  return t`${longDate(time)} at ${{ clock: clockAndZone(time) }}`;
}
/** '2:31 PM CST'. */
const clockAndZone = /* @__PURE__ */ written({ hour: "numeric", minute: "2-digit", timeZoneName: "short" });

/** 'Nov 21, 2:31 PM'. */
export const shortTime = /* @__PURE__ */ written({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** 'Nov 21, 2026, 2:31 PM'. */
export const timeWithYear = /* @__PURE__ */ written({ dateStyle: "medium", timeStyle: "short" });

/** 'Nov 21, 2026, 2:31 PM Central'. */
export function centralWithYear(time: Time) {
  return t`${{ time: timeWithYear(time) }} Central`;
}

/** 'Mon, Nov 23, 8:00 PM Central'. */
export function centralWithWeekday(time: Time) {
  return t`${{ time: timeWithWeekday(time) }} Central`;
}
/** 'Mon, Nov 23, 8:00 PM'. */
const timeWithWeekday = /* @__PURE__ */ written({
  weekday: "short",
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** 'Monday at 8 PM Central' when it is within six days of `now`, otherwise 'Monday, November 23, at 8 PM Central'. */
export function dayAndHour(time: Time, now?: Date) {
  const isNear = now && Math.abs(new Date(time).getTime() - now.getTime()) < DAYS_WITHOUT_DATE * DAY_MS;
  const day = isNear ? weekday(time) : weekdayAndDate(time);
  const clock = centralClock(time);
  return isNear ? t`${day} at ${clock}` : t`${day}, at ${clock}`;
}
/** 'Monday'. */
const weekday = /* @__PURE__ */ written({ weekday: "long" });
/** 'Monday, November 23'. */
const weekdayAndDate = /* @__PURE__ */ written({ weekday: "long", month: "long", day: "numeric" });

/** Until when we promise something: 'today by 8 PM Central', else 'by Monday at 8 PM Central', as `dayAndHour` says it. */
export function byDayAndHour(time: Time, now?: Date) {
  return now && isToday(time, now) ? t`today by ${{ clock: centralClock(time) }}` : t`by ${dayAndHour(time, now)}`;
}

/** The same in few words, for the desk: 'today by 8 PM', else 'by Tue 8 PM'. Promises end within days, on the hour. */
export function byWhen(time: Time, now: Date) {
  return isToday(time, now) ? `today by ${hourOfDay(time)}` : `by ${weekdayAndHour(time)}`;
}
/** 'Tue 8 PM'. */
const weekdayAndHour = /* @__PURE__ */ written({ weekday: "short", hour: "numeric" });

/** Whether this time is today in Texas. Nothing is on a Sunday, when we are closed. */
export function isToday(time: Time, now: Date) {
  return fullDate(time) === fullDate(now) && !fullDate(now).startsWith("Sun");
}
/** 'Sunday, November 22, 2026', for the code alone. */
const fullDate = /* @__PURE__ */ written({ dateStyle: "full" }, "en-US");

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

/** 'Nov 22' of a day such as '2026-11-22'. */
export function shortDay(day: string) {
  return dayAndMonth(day, "UTC");
}
const dayAndMonth = /* @__PURE__ */ written({ month: "short", day: "numeric" });

/** 'Sunday, November 22' of a day such as '2026-11-22'. */
export function longDay(day: string) {
  return weekdayAndDate(day, "UTC");
}

/** '2026-11-21 14:31:00', as files have it: spreadsheets take it for a time. */
export const fileTime = /* @__PURE__ */ written({ dateStyle: "short", timeStyle: "medium" }, "sv-SE");

/** '2026-11-21', as files have it. */
export function fileDay(time: Time) {
  return fileTime(time).slice(0, 10);
}

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

/** A format for each language and zone is made when it is needed and kept: making one takes long, and a list has many times. */
function written(options: Intl.DateTimeFormatOptions, language?: string) {
  const formats: Record<string, Intl.DateTimeFormat> = {};
  return (time: Time, timeZone = CENTRAL) => {
    const spoken = language ?? locale();
    const key = spoken + timeZone;
    formats[key] ??= new Intl.DateTimeFormat(spoken, { timeZone, ...options });
    return formats[key].format(new Date(time));
  };
}
