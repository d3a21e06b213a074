import { locale, plural, t } from "../words.ts";

const ZONE = "America/Chicago";
const DAYS_WITHOUT_DATE = 6;
const DAY_MS = 24 * 60 * 60 * 1000;

/** A time in Texas: 'Monday at 8 PM Central' when it is within six days of `now`, otherwise 'Monday, November 23, at 8 PM Central'. */
export function dayAndHour(time: Date, now?: Date) {
  const isNear = now && Math.abs(time.getTime() - now.getTime()) < DAYS_WITHOUT_DATE * DAY_MS;
  const day = time.toLocaleDateString(locale(), {
    timeZone: ZONE,
    weekday: "long",
    ...(!isNear && { month: "long", day: "numeric" }),
  });
  const clock = clockOf(time);
  return isNear ? t`${day} at ${clock}` : t`${day}, at ${clock}`;
}

/** Until when we promise something: 'today by 8 PM Central', else 'by Monday at 8 PM Central', as `dayAndHour` says it. */
export function byDayAndHour(time: Date, now?: Date) {
  return now && isToday(time, now) ? t`today by ${{ clock: clockOf(time) }}` : t`by ${dayAndHour(time, now)}`;
}

/** Whether this time is today in Texas. Nothing is on a Sunday, when we are closed. */
export function isToday(time: Date, now: Date) {
  return dateOf(time) === dateOf(now) && !dateOf(now).startsWith("Sun");
}

/** These words where a line begins with them: 'Today by 8 PM Central'. */
export function capitalized(words: string) {
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** '8 PM Central' or '1:30 PM Central'; in Spanish with the article, which one o'clock has of its own. */
function clockOf(time: Date) {
  const clock = time
    .toLocaleTimeString(locale(), { timeZone: ZONE, hour: "numeric", minute: "2-digit" })
    .replace(":00", "");
  return plural(Number.parseInt(clock, 10), {
    one: t.as("one o'clock")`${clock} Central`,
    other: t`${clock} Central`,
  });
}

/** 'Sunday, November 22, 2026', for the code alone. */
function dateOf(time: Date) {
  return time.toLocaleDateString("en-US", { timeZone: ZONE, dateStyle: "full" });
}
