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
  const clock = time
    .toLocaleTimeString(locale(), { timeZone: ZONE, hour: "numeric", minute: "2-digit" })
    .replace(":00", "");
  const hour = Number.parseInt(clock, 10);
  if (isNear) {
    return plural(hour, { one: t.as("one o'clock")`${day} at ${clock} Central`, other: t`${day} at ${clock} Central` });
  }
  return plural(hour, { one: t.as("one o'clock")`${day}, at ${clock} Central`, other: t`${day}, at ${clock} Central` });
}
