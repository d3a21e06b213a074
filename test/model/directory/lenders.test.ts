import fc from "fast-check";
import { expect, test } from "vitest";
import {
  categoryCriteria,
  DealerForm,
  findingsFor,
  isSuitable,
  LENDER_CATEGORIES,
} from "../../../db/model/directory/lenders.ts";
import { AUTO_FINANCE_HISTORIES, BANKRUPTCY_STATUSES, EMPLOYMENT_TYPES } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";

type Changes = Partial<ApplicationForm>;

function suitableFor(changes: Changes) {
  const answers = exampleApplication(changes) as ApplicationForm;
  return LENDER_CATEGORIES.filter((category) => isSuitable(findingsFor(categoryCriteria[category], answers)));
}

const cases: [who: string, changes: Changes, suitable: number][] = [
  ["steady credit and income", {}, 4],
  ["income below a bank's", { grossMonthlyIncome: 2400 }, 3],
  ["no auto loan yet", { autoFinanceHistory: "No Auto Loan History" }, 3],
  ["a discharged bankruptcy", { bankruptcyStatus: "Discharged" }, 2],
  ["an open bankruptcy", { bankruptcyStatus: "Open" }, 1],
  ["a recent repossession", { repoLast12Months: true, autoFinanceHistory: "Repo—Involuntary" }, 1],
  ["an older repossession", { autoFinanceHistory: "Repo—Voluntary" }, 2],
  ["a new business", { employmentType: "Self-Employed/1099", timeOnCurrentJobYears: 1, timeOnCurrentJobMonths: 3 }, 2],
];

for (const [who, changes, suitable] of cases) {
  test(`with ${who}, the last ${suitable} of the four categories are suitable`, () => {
    expect(suitableFor(changes)).toEqual(LENDER_CATEGORIES.slice(4 - suitable));
  });
}

test("every match and every miss comes with its reason", () => {
  const answers = exampleApplication({ grossMonthlyIncome: 1400, bankruptcyStatus: "Open" }) as ApplicationForm;
  expect(findingsFor(categoryCriteria["Credit unions"], answers)).toMatchObject([
    { meets: false, reason: "Income $1,400 a month, asks for $2,000" },
    { meets: false, reason: "Does not accept an open bankruptcy" },
    { meets: true, reason: "No repossession" },
    { meets: false, reason: "Credit: in difficulty. Lowest accepted: thin file" },
  ]);
});

test("nobody is refused everywhere: specialty lenders suit every application", () => {
  const anyone = fc.record({
    grossMonthlyIncome: fc.integer({ min: 1, max: 1_000_000 }),
    bankruptcyStatus: fc.constantFrom(...BANKRUPTCY_STATUSES),
    repoLast12Months: fc.boolean(),
    mortgageDelinquent: fc.boolean(),
    autoFinanceHistory: fc.constantFrom(...AUTO_FINANCE_HISTORIES),
    employmentType: fc.constantFrom(...EMPLOYMENT_TYPES),
    timeOnCurrentJobYears: fc.integer({ min: 0, max: 80 }),
  });
  fc.assert(
    fc.property(anyone, (changes) => {
      expect(suitableFor(changes)).toContain("Specialty lenders");
    }),
  );
});

test("more income never loses a lender", () => {
  const income = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(income, income, (less, more) => {
      const [low, high] = less < more ? [less, more] : [more, less];
      const poorer = suitableFor({ grossMonthlyIncome: low });
      expect(suitableFor({ grossMonthlyIncome: high })).toEqual(expect.arrayContaining(poorer));
    }),
  );
});

test.each(["http://crm.example.com/", "https://crm.example.com/hooks/1", "crm.example.com", "nobody", ""])(
  "leads go to an email address only, never to '%s'",
  (leadAddress) => {
    const takes = (to: string) =>
      DealerForm.safeParse({ name: "Motors", metro: "DFW", isActive: true, leadAddress: to }).success;
    expect(takes(leadAddress)).toBe(false);
    expect(takes("leads@motors.example.com")).toBe(true);
  },
);
