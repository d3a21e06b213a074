import fc from "fast-check";
import { expect, test } from "vitest";
import { answerTo, readInputs } from "../../../db/model/money/calculator.ts";
import { carBudgetOf } from "../../../db/model/money/car-budget.ts";

test("the lesser share of income carries a price at each average rate", () => {
  const found = carBudgetOf({ grossMonthlyIncome: 3800, cashDownPayment: 1000, monthlyRentMortgage: 1100 });
  expect(found).toMatchObject({ least: 570, most: 760, housing: 1100, down: 1000, months: 60 });
  // By the annuity formula: what 60 payments of $570 pay off, plus $1,000, less the fees, without 6.25% tax.
  const price = (percent: number, fees: number) => {
    const month = percent / 1200;
    return Math.floor(((570 * (1 - (1 + month) ** -60)) / month + 1000 - fees) / 1.0625);
  };
  const [NEW, USED] = [341.25, 332];
  expect(found?.prices).toEqual([
    { score: "781-850", percent: 4.88, price: price(4.88, NEW) },
    { score: "661-780", percent: 6.51, price: price(6.51, NEW) },
    { score: "601-660", percent: 9.77, price: price(9.77, NEW) },
    { score: "501-600", percent: 13.34, price: price(13.34, NEW) },
    { score: "300-500", percent: 15.85, price: price(15.85, NEW) },
    { score: null, percent: 11.4, price: price(11.4, USED) },
  ]);
});

test("no housing cost and no money down are no obstacle", () => {
  expect(carBudgetOf({ grossMonthlyIncome: 3800, cashDownPayment: 0 })).toMatchObject({ housing: 0, down: 0 });
});

test("figures that would mislead are not told", () => {
  for (const grossMonthlyIncome of [0, 1, 499]) {
    expect(carBudgetOf({ grossMonthlyIncome, cashDownPayment: 5000 })).toBeNull();
  }
  expect(carBudgetOf({ grossMonthlyIncome: 500, cashDownPayment: 0 })).not.toBeNull();
  expect(carBudgetOf({ grossMonthlyIncome: 1_000_000, cashDownPayment: 0 }), "beyond the calculator").toBeNull();
});

test("the calculator finds no more than the told payment for a price", () => {
  const answers = fc.record({
    grossMonthlyIncome: fc.nat(100_000),
    cashDownPayment: fc.nat(100_000),
    monthlyRentMortgage: fc.option(fc.nat(100_000), { nil: undefined }),
  });
  fc.assert(
    fc.property(answers, (stated) => {
      const found = carBudgetOf(stated);
      if (!found) return;
      expect(found.most).toBeGreaterThanOrEqual(found.least);
      for (const { score, percent, price } of found.prices) {
        const asked: Record<string, string> = {
          price: `${price}`,
          down: `${found.down}`,
          rate: `${percent}`,
          months: `${found.months}`,
          vehicle: score ? "new" : "used",
        };
        const { inputs, refused } = readInputs((field) => asked[field] ?? null);
        expect(refused).toEqual([]);
        const payment = answerTo(inputs).financing?.payment ?? 0;
        expect(payment).toBeLessThanOrEqual(found.least * 100);
        expect(payment).toBeGreaterThan(found.least * 100 - 5);
      }
    }),
  );
});
