import { locale, plural, t } from "./words.ts";

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
  const hour = Number.parseInt(clock, 10);
  if (isNear) {
    return plural(hour, { one: t.as("one o'clock")`${day} at ${clock} Central`, other: t`${day} at ${clock} Central` });
  }
  return plural(hour, { one: t.as("one o'clock")`${day}, at ${clock} Central`, other: t`${day}, at ${clock} Central` });
}

/**
 * Until when we promise something: 'today by 8 PM Central', else 'by Monday at 8 PM Central', as `dayAndHour` says it. What is
 * today is for Texas to say, and nothing says so on a Sunday, when we are closed.
 */
export function byDayAndHour(time: Date, now?: Date) {
  if (!now || dateOf(time) !== dateOf(now) || dateOf(now).startsWith("Sunday")) return t`by ${dayAndHour(time, now)}`;
  const clock = clockOf(time);
  return plural(Number.parseInt(clock, 10), {
    one: t.as("one o'clock")`today by ${clock} Central`,
    other: t`today by ${clock} Central`,
  });
}

/** '8 PM' or '1:30 PM'. */
function clockOf(time: Date) {
  return time.toLocaleTimeString(locale(), { timeZone: ZONE, hour: "numeric", minute: "2-digit" }).replace(":00", "");
}

/** 'Sunday, November 22, 2026', for the code alone. */
function dateOf(time: Date) {
  return time.toLocaleDateString("en-US", { timeZone: ZONE, dateStyle: "full" });
}
