import { locale, t } from "../db/model/words.ts";

/** Kept for each language, since a list has many dates and making a format takes long; made when needed. */
const longDates: Record<string, Intl.DateTimeFormat> = {};
const money: Record<string, Intl.NumberFormat> = {};

/** 'November 21, 2026', in Texas. */
export function longDate(time: Date) {
  const language = locale();
  longDates[language] ??= new Intl.DateTimeFormat(language, { timeZone: "America/Chicago", dateStyle: "long" });
  return longDates[language].format(time);
}

/** 'November 21, 2026 at 2:31 PM CST', in Texas and saying so. */
export function dateAndTime(time: Date) {
  const clock = time.toLocaleTimeString(locale(), {
    timeZone: "America/Chicago",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
  });
  return t`${longDate(time)} at ${clock}`;
}

/** '$1,234.50' of 123450 cents. */
export function usd(cents: number) {
  const language = locale();
  money[language] ??= new Intl.NumberFormat(language, { style: "currency", currency: "USD" });
  return money[language].format(cents / 100);
}
