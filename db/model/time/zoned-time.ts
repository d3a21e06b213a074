import { Temporal } from "temporal-polyfill";

/** What the clocks of an IANA zone show at an instant, daylight saving included. Days of the week count from Monday = 1. */
export function wallTime(at: Date, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}

/** The instant at which the clocks of a zone show this hour of a day. */
export function instantOf(day: Temporal.ZonedDateTime, hour: number) {
  return new Date(
    day.toPlainDate().toZonedDateTime({ timeZone: day.timeZoneId, plainTime: { hour } }).epochMilliseconds,
  );
}

/** The instant at which the clocks of a zone show a time such as 2026-11-21T09:30, the first one if they show it twice; null when that is not a time. */
export function instantIn(local: string, zone: string, whenTwice: "earlier" | "later" | "compatible" = "compatible") {
  try {
    const time = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: whenTwice });
    return new Date(time.epochMilliseconds);
  } catch {
    return null;
  }
}
