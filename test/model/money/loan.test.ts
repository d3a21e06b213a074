import fc from "fast-check";
import { expect, test } from "vitest";
import {
  annualPercentageRate,
  monthlyPayment,
  principalFor,
  scheduleOf,
  totalOfPayments,
} from "../../../db/model/money/loan.ts";

const loans = fc.record({
  principal: fc.integer({ min: 100_00, max: 200_000_00 }),
  rate: fc.integer({ min: 0, max: 40_000 }).map((thousandths) => thousandths / 1000),
  months: fc.integer({ min: 6, max: 96 }),
});

test("the representative example has 72 payments of $351.91", () => {
  const loan = { principal: 22_500_00, rate: 3.99, months: 72 };
  expect([monthlyPayment(loan), totalOfPayments(loan)]).toEqual([351_91, 25_337_52]);
});

test("$450 a month pays off the loan that takes $450 a month", () => {
  expect(principalFor(450_00, 13, 60)).toBe(19_777_55);
  expect(monthlyPayment({ principal: 19_777_55, rate: 13, months: 60 })).toBe(450_00);
});

test("interest is rounded each month, and the last payment settles the cents", () => {
  const months = scheduleOf({ principal: 26_269_50, rate: 13.34, months: 72 });
  expect(months.map(({ payment }) => payment)).toEqual([...Array(71).fill(532_06), 532_28]);
  expect(months[0]).toEqual({ payment: 532_06, interest: 292_03, balance: 26_029_47 });
});

test("half a cent of interest is rounded up, at any rate", () => {
  // $26.985 and $17.435.
  expect(scheduleOf({ principal: 1800_00, rate: 17.99, months: 12 })[0]?.interest).toBe(26_99);
  expect(scheduleOf({ principal: 1320_00, rate: 15.85, months: 12 })[0]?.interest).toBe(17_44);
});

for (const [words, financed, payments, first, apr] of [
  ["24 payments of $230 on $5,000", 5000, Array(24).fill(230), undefined, 9.69],
  [
    "36 of $200 on $6,000, the first after 1 month and 19 days",
    6000,
    Array(36).fill(200),
    { months: 1, days: 19 },
    11.82,
  ],
  ["23 of $230 and a last one of $280 on $5,000", 5000, [...Array(23).fill(230), 280], undefined, 10.5],
] as const) {
  test(`Regulation Z's own example: ${words} are ${apr}%`, () => {
    expect(annualPercentageRate(financed, [...payments], first).toFixed(2)).toBe(apr.toFixed(2));
  });
}

for (const [months, apr] of [
  [12, 22.3232],
  [24, 22.415],
  [36, 22.0077],
  [60, 21.0533],
] as const) {
  test(`$12.50 per $100 and year, added on over ${months} months, are ${apr}%`, () => {
    const payment = (100 + (12.5 * months) / 12) / months;
    expect(annualPercentageRate(100, Array(months).fill(payment)).toFixed(4)).toBe(apr.toFixed(4));
  });
}

test("payments that return no more than was financed cost 0%", () => {
  expect(annualPercentageRate(1200, Array(12).fill(100))).toBe(0);
  expect(annualPercentageRate(1200, Array(12).fill(50))).toBe(0);
});

test("a loan at 0% is paid in equal parts and costs nothing", () => {
  const loan = { principal: 10_000_00, rate: 0, months: 36 };
  expect([monthlyPayment(loan), totalOfPayments(loan)]).toEqual([277_78, 10_000_00]);
  expect(scheduleOf(loan).at(-1)).toEqual({ payment: 277_70, interest: 0, balance: 0 });
  expect(principalFor(277_78, 0, 36)).toBe(10_000_08);
});

test("rounding never loses a cent, and nothing is owed at the end", () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const months = scheduleOf(loan);
      const paid = months.reduce((sum, { payment }) => sum + payment, 0);
      const interest = months.reduce((sum, month) => sum + month.interest, 0);
      expect(paid).toBe(loan.principal + interest);
      expect(months.at(-1)?.balance).toBe(0);
      const last = months.at(-1)?.payment ?? 0;
      // Half a cent a month, with interest.
      expect(Math.abs(last - monthlyPayment(loan))).toBeLessThan(
        loan.months * (1 + loan.rate / 1200) ** loan.months + 1,
      );
      expect(Math.abs(paid - totalOfPayments(loan))).toBeLessThan(
        loan.months * (1 + loan.rate / 1200) ** loan.months + 1,
      );
    }),
  );
});

test("a smaller loan never has a larger payment", () => {
  fc.assert(
    fc.property(loans, fc.nat(5000_00), (loan, less) => {
      const smaller = { ...loan, principal: Math.max(0, loan.principal - less) };
      expect(monthlyPayment(smaller)).toBeLessThanOrEqual(monthlyPayment(loan));
      expect(totalOfPayments(loan)).toBeGreaterThanOrEqual(loan.principal);
    }),
  );
});

test("the loan that a payment pays off takes it to the cent", () => {
  fc.assert(
    fc.property(loans, ({ principal: payment, rate, months }) => {
      expect(monthlyPayment({ principal: principalFor(payment, rate, months), rate, months })).toBe(payment);
    }),
  );
});

test("the APR of a loan without fees is its rate", () => {
  fc.assert(
    fc.property(loans, (loan) => {
      const big = { ...loan, principal: loan.principal * 1000 };
      const apr = annualPercentageRate(big.principal, Array(big.months).fill(monthlyPayment(big)));
      expect(Math.abs(apr - big.rate)).toBeLessThan(0.01);
    }),
  );
});
