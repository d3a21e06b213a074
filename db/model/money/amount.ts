import { locale } from "../words.ts";

/** Every way in which we write an amount of money, in the language of the page or mail. */

/** '$1,234.50' of 123450 cents. */
export function usd(cents: number) {
  return written(2, cents / 100);
}

/** '$1,234' of 1234 dollars. */
export function dollars(amount: number) {
  return written(0, amount);
}

/** A format for each language is made when it is needed and kept: making one takes long, and a page has many amounts. */
const formats: Record<string, Intl.NumberFormat> = {};

function written(maximumFractionDigits: number, amount: number) {
  const language = locale();
  const key = language + maximumFractionDigits;
  formats[key] ??= new Intl.NumberFormat(language, { style: "currency", currency: "USD", maximumFractionDigits });
  return formats[key].format(amount);
}
