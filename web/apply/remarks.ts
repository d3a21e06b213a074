import { amountInWords } from "../../db/model/form/answer-words.ts";
import { parseWholeNumber } from "../../db/model/form/application.ts";
import { amountIn } from "../../db/model/money/amount.ts";
import { isDialable, phoneDigitsOf } from "../../db/model/phone.ts";
import { plural, t } from "../../db/model/words.ts";

/** An income below this looks like an hourly wage, one above the other like that of a year. */
const LEAST_MONTHLY_INCOME = 500;
const MOST_MONTHLY_INCOME = 25_000;
const US_NUMBER_DIGITS = 10;

export function aboutPhone(typed: string) {
  const digits = typed.replace(/\D/g, "").length;
  if (digits === 0 || isDialable(typed)) return null;
  const isWhole = digits === US_NUMBER_DIGITS || phoneDigitsOf(typed).length === US_NUMBER_DIGITS;
  if (isWhole) return t`We may not be able to call this number`;
  return plural(digits, {
    one: t`That has ${digits} digit. A US number has ${{ needed: US_NUMBER_DIGITS }}.`,
    other: t`That has ${digits} digits. A US number has ${{ needed: US_NUMBER_DIGITS }}.`,
  });
}

/** `per` as in db/model/form/question.ts. */
export function aboutIncome(typed: string, per?: "month") {
  const amount = parseWholeNumber(typed);
  if (amount > MOST_MONTHLY_INCOME) return t`${{ amount: amountInWords(amount, per) }}. Is that by the year?`;
  if (amount <= 0 || amount >= LEAST_MONTHLY_INCOME) return null;
  return t`${{ amount: amountInWords(amount, per) }}. Is that by the hour?`;
}

/** A number that we cannot read counts as 0; then the remark is `zero`. */
export function aboutNumber(typed: string, zero: string) {
  if (typed.trim() === "" || amountIn(typed) !== null) return null;
  return t`“${{ typed: typed.trim() }}” isn’t a number, so we’ll record ${zero}`;
}
