import { Temporal } from "temporal-polyfill";

/** What clocks in an IANA zone show, including daylight saving time. Monday is day 1 of the week. */
export function wallTime(at: Date, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(at.getTime()).toZonedDateTimeISO(zone);
}

/** The instant when clocks in a zone show this hour of a day. */
export function instantOf(day: Temporal.ZonedDateTime, hour: number) {
  return new Date(
    day.toPlainDate().toZonedDateTime({ timeZone: day.timeZoneId, plainTime: { hour } }).epochMilliseconds,
  );
}

/**
 * The instant when clocks in a zone show a time such as 2026-11-21T09:30; null if it is not a time. `whenTwice`: which
 * one, if the clocks go back.
 */
export function instantIn(local: string, zone: string, whenTwice: "earlier" | "later" | "compatible" = "compatible") {
  try {
    const time = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, { disambiguation: whenTwice });
    return new Date(time.epochMilliseconds);
  } catch {
    return null;
  }
}
