/** US dollars without cents (specification, 9). */
export function money(dollars: number) {
  return dollars.toLocaleString("en-US", { style: "currency", currency: "USD", maximumFractionDigits: 0 });
}

/** '2 years 3 months'; zero parts are left out, nothing at all is '0 months'. */
export function duration(years: number, months: number) {
  const parts = [years > 0 && count(years, "year"), months > 0 && count(months, "month")].filter(Boolean);
  return parts.join(" ") || "0 months";
}

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

function count(number: number, unit: string) {
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
