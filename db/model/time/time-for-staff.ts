import { t } from "../words.ts";
import { hourOfDay, isToday, weekdayAndDate } from "./promised-time.ts";
import { type Time, written } from "./time-in-words.ts";

/** How times are written at the desk, in mails and in files. */

/** 'Nov 21, 2:31 PM'. */
export const shortTime = /* @__PURE__ */ written({
  month: "short",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
});

/** '2:31 PM'. */
export const clockTime = /* @__PURE__ */ written({ hour: "numeric", minute: "2-digit" });

/** 'Nov 21, 2026, 2:31 PM Central'. */
export function centralWithYear(time: Time) {
  return t`${{ time: timeWithYear(time) }} Central`;
}
/** 'Nov 21, 2026, 2:31 PM'. */
const timeWithYear = /* @__PURE__ */ written({ dateStyle: "medium", timeStyle: "short" });

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

/** Until when we promise something, in few words: 'today by 8 PM', else 'by Tue 8 PM'. Promises end within days, on the hour. */
export function byWhen(time: Time, now: Date) {
  return isToday(time, now) ? `today by ${hourOfDay(time)}` : `by ${weekdayAndHour(time)}`;
}
/** 'Tue 8 PM'. */
export const weekdayAndHour = /* @__PURE__ */ written({ weekday: "short", hour: "numeric" });

/** 'Nov 22' of a day such as '2026-11-22'. */
export function shortDay(day: string) {
  return dayAndMonth(day, "UTC");
}
/** 'Nov 22'. */
export const dayAndMonth = /* @__PURE__ */ written({ month: "short", day: "numeric" });

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
