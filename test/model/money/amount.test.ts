import fc from "fast-check";
import { expect, test } from "vitest";
import { amountIn, percentageIn } from "../../../db/model/money/amount.ts";

const read: [number | null, string[]][] = [
  [2800, ["2800", "$2800", "2800 $", " 2800 ", "$ 2 800", "002800", "2800.", "2800,", "2800.00", "2800,0"]],
  [2800, ["2,800", "2.800", "2 800", "2'800", "2’800", "2\u00a0800", "2\u2009800", "2\u202f800"]],
  [2800, ["2800\u200b", "\u200e2800\u200e", "\u202a$2,800\u202c", "2\u00ad800", "\ufeff2800", "2\u2060,800"]],
  [1_234_567, ["1,234,567", "1.234.567", "1 234 567", "1'234'567"]],
  [2800.5, ["2800.5", "2800,50", "2,800.50", "2.800,50", "2 800,5", "2'800.50", "$2.800,50"]],
  [12.34, ["12.34", "12,34"]],
  [0.5, [".5", ",5", "0.5", "0,50", "0.500"]],
  [1234.567, ["1234.567", "1,234.567", "1.234,567"]],
  [0, ["0", "00", "-0", "-0,00"]],
  [-5, ["-5", "- 5", "-$5", "$-5", "$ - 5.0"]],
  [null, ["", " ", "$", "-", ".", ",", "a lot"]],
  [null, ["1,2345", "12,3456", "1,0,0", "1,23,456", "12 34", "1.2.3", "1,234 567", "1,234,56", "0,500", "1234,567"]],
  [null, ["5k", "1e5", "--5", "+5", "(500)", "500 USD", "US$500", "0x10", "١٢", "１２", "½", "∞", "NaN", "2800-3000"]],
  [null, ["2 $800", "2$800", "$1 $500"]],
];

for (const [amount, typed] of read) {
  for (const each of typed) {
    test(`'${each}' is read as ${amount}`, () => expect(amountIn(each)).toBe(amount));
  }
}

test("however people mark thousands and decimals, they mean the same amount", () => {
  const whole = fc.nat(9_999_999);
  const cents = fc.option(fc.integer({ min: 0, max: 99 }));
  const marks = fc.constantFrom([",", "."], [".", ","], [" ", ","], [" ", "."], ["'", "."], ["", "."], ["", ","]);
  fc.assert(
    fc.property(whole, cents, marks, (dollars, more, [thousands = "", decimals]) => {
      const grouped = String(dollars).replace(/\B(?=(\d{3})+$)/g, thousands);
      const typed = more === null ? grouped : `${grouped}${decimals}${String(more).padStart(2, "0")}`;
      expect(amountIn(typed), typed).toBeCloseTo(dollars + (more ?? 0) / 100, 5);
    }),
  );
});

test("a percentage has no thousands", () => {
  expect(["7.125", "7,125", "9.5 %", "12%", ".5", "5.", "\u200e6%\u200b"].map(percentageIn)).toEqual([
    7.125, 7.125, 9.5, 12, 0.5, 5, 6,
  ]);
  for (const bad of ["", "%", ".", "1.2.3", "1,2,3", "-1", "1e1", "5%%"]) expect(percentageIn(bad), bad).toBeNull();
});
