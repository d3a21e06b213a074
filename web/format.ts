/** Kept, since a list has many dates and making a format takes long; made when needed. */
let longDates: Intl.DateTimeFormat | undefined;

/** 'November 21, 2026', in Texas. */
export function longDate(time: Date) {
  longDates ??= new Intl.DateTimeFormat("en-US", { timeZone: "America/Chicago", dateStyle: "long" });
  return longDates.format(time);
}

/** 'November 21, 2026 at 2:31 PM CST', in Texas and saying so. */
export function dateAndTime(time: Date) {
  const clock = time.toLocaleTimeString("en-US", {
    timeZone: "America/Chicago",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return `${longDate(time)} at ${clock}`;
}
