import { locale } from "../words.ts";

/** Every way in which we write an amount of money, in the language of the page or mail, and the one in which we read it. */

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

const GROUPED = /^(?<whole>[1-9]\d{0,2}(?<mark>[,.'’ ])\d{3}(\k<mark>\d{3})*)((?!\k<mark>)[,.](?<decimals>\d*))?$/;
const UNGROUPED = /^(?<whole>\d*)((\.|,(?=\d{0,2}$))(?<decimals>\d*))?$/;

/**
 * The number that somebody typed, with its decimals; null if it is blank or not a number. The same wherever people type
 * amounts, and whichever of the two customs they write by:
 *
 * | typed                                                | read as   | why                                                |
 * |------------------------------------------------------|-----------|----------------------------------------------------|
 * | `2800`, `$2800`, `2800 $`, ` 2800 `                  | 2800      | a `$` and blanks around it do not count            |
 * | `2,800`, `2.800`, `2 800`, `2'800`, `1,234,567`      | 2800, ... | one mark between groups of three: thousands        |
 * | `2,800.50`, `2.800,50`, `2 800,50`                   | 2800.5    | another mark after them: decimals                  |
 * | `2800.50`, `2800,50`, `12,5`, `.5`, `12.`            | 2800.5 …  | one mark elsewhere: decimals                       |
 * | `0.125`, `1234.567`                                  | 0.125 …   | a dot that cannot part thousands                   |
 * | `-5`, `- 5`, `-$5`                                   | -5        | a minus before it                                  |
 * | `1,2345`, `1,0,0`, `1,23,456`, `1.2.3`, `1,234 567`  | null      | neither groups nor decimals: more than one meaning |
 * | `5k`, `1e5`, `--5`, `+5`, `(500)`, `500 USD`, `٣`    | null      | other characters                                   |
 *
 * Dollars have no three decimals, so `2.800` is never 2.8. Characters that nobody sees, which come along with copied text, do not count.
 */
export function amountIn(typed: string) {
  const [, minus, number = ""] = /^\$? ?(-?) ?\$? ?(.*?) ?\$?$/.exec(seen(typed)) ?? [];
  const { whole = "", decimals = "" } = (GROUPED.exec(number) ?? UNGROUPED.exec(number))?.groups ?? {};
  if (!whole && !decimals) return null;
  const amount = Number(`${whole.replace(/\D/g, "") || 0}.${decimals || 0}`);
  return minus && amount !== 0 ? -amount : amount;
}

/** The percentage that somebody typed, with or without a %; null if it is blank or not a number. A mark is always of decimals. */
export function percentageIn(typed: string) {
  const plain = seen(typed).replace(/%$/, "").trimEnd().replace(",", ".");
  return /^(\d+\.?\d*|\.\d+)$/.test(plain) ? Number(plain) : null;
}

/** What somebody sees of a text, with one blank for several. */
function seen(text: string) {
  return text
    .replace(/\p{DI}/gu, "")
    .replace(/\s+/g, " ")
    .trim();
}
