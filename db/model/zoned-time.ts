/** Wall-clock time in a place, and back. Months count from 1, weekdays from Sunday = 0. */
export interface WallTime {
  year: number;
  month: number;
  day: number;
  weekday: number;
  hour: number;
  minute: number;
}

const WEEKDAYS = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"];
const formats = new Map<string, Intl.DateTimeFormat>();

/** What the clocks of an IANA zone show at an instant, daylight saving included. */
export function wallTime(at: Date, zone: string): WallTime {
  const parts = Object.fromEntries(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  return {
    year: Number(parts.year),
    month: Number(parts.month),
    day: Number(parts.day),
    weekday: WEEKDAYS.indexOf(parts.weekday ?? ""),
    hour: Number(parts.hour),
    minute: Number(parts.minute),
  };
}

/**
 * The instant at which the clocks of a zone show this hour of this day; days beyond the month's end run on into the next.
 * For hours that daylight saving skips or repeats (1 to 3 AM, twice a year) it is off by up to an hour.
 */
export function instantOf(
  { year, month, day }: { year: number; month: number; day: number },
  hour: number,
  zone: string,
) {
  const asIfUtc = Date.UTC(year, month - 1, day, hour);
  const guess = asIfUtc - offsetAt(asIfUtc, zone);
  return new Date(asIfUtc - offsetAt(guess, zone));
}

/** How far a zone's clocks are ahead of UTC, in milliseconds. */
function offsetAt(time: number, zone: string) {
  const { year, month, day, hour, minute } = wallTime(new Date(time), zone);
  return Date.UTC(year, month - 1, day, hour, minute) - Math.floor(time / 60_000) * 60_000;
}

/** Making a format is slow, so each zone's is kept. */
function formatOf(zone: string) {
  let format = formats.get(zone);
  if (!format) {
    format = new Intl.DateTimeFormat("en-US", {
      timeZone: zone,
      hourCycle: "h23",
      weekday: "short",
      year: "numeric",
      month: "numeric",
      day: "numeric",
      hour: "numeric",
      minute: "numeric",
    });
    formats.set(zone, format);
  }
  return format;
}
