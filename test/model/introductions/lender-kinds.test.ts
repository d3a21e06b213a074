import { expect, test } from "vitest";
import { categoryCriteria, type LenderCategory } from "../../../db/model/directory/lenders.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";
import { lendersInWords } from "../../../db/model/introductions/lender-kinds.ts";
import type { Entry } from "../../../db/model/introductions/recipient.ts";
import { route } from "../../../db/model/introductions/routing.ts";

const lenders = (...categories: LenderCategory[]) =>
  categories.map(
    (category, at): Entry => ({
      kind: "lender",
      ...{ id: `${at}`, name: `Lender ${at}`, leadAddress: "a@lender.example.com", firmOrder: at },
      ...{ category, criteria: categoryCriteria[category] },
    }),
  );
const all = lenders("Specialty lenders", "Credit unions", "Credit unions", "Major banks", "Auto finance companies");

function words(changes: Parameters<typeof exampleApplication>[0], directory = all, score: number | null = 82) {
  const answers = exampleApplication(changes) as ApplicationForm;
  const suggested = route({ entries: directory, answers: [] }, answers, score ?? 0);
  return lendersInWords(suggested, answers, score).text.join(" ");
}

test("applicants read which kinds of lenders fit, how many and why", () => {
  expect(words({})).toMatch(
    /^One bank, two credit unions, one auto finance company, and one specialty lender fit what you told us\. We’ll ask you before anything goes to any of them\. Why: their own rules allow for an income of \$\d,\d{3} a month/,
  );
});

test("at another forecast other kinds come first, and applicants read why", () => {
  expect(words({})).toContain("Why in this order: with a forecast of 82, banks are the likeliest to say yes.");
  expect(words({}, all, 50)).toMatch(
    /^Two credit unions, one auto finance company, one bank, and one specialty lender/,
  );
  expect(words({}, all, 20)).toContain("with a forecast of 20, specialty lenders are the likeliest to say yes.");
});

test("without a forecast, or with one kind, no order is explained", () => {
  expect(words({}, all, null)).not.toContain("order");
  expect(words({}, lenders("Major banks", "Major banks"))).not.toContain("order");
});

test("a lender for what is hard in answers is named for it", () => {
  const open = words({ bankruptcyStatus: "Open" });
  expect(open).toMatch(
    /^One lender for open bankruptcies fits what you told us\. We’ll ask you before anything goes there\./,
  );
  expect(open).toContain("the court or the trustee has to permit a new loan first");
  expect(words({ bankruptcyStatus: "Discharged" })).toContain("one lender for recent bankruptcies fit");
  expect(words({ repoLast12Months: true })).toContain("One lender for recent repossessions fits");
});

test("where no lender fits, they read why and what would change it", () => {
  const poor = words({ grossMonthlyIncome: 1200 }, lenders("Major banks", "Credit unions"));
  expect(poor).toContain("Today none of our lenders takes an income of $1,200 a month.");
  expect(poor).toContain("What would change that: an income of $2,000 a month or more.");
  expect(poor).toContain("A specialist will still look for a lender for you.");
});

test("with an empty directory a specialist looks for a lender", () => {
  expect(words({}, [])).toBe("A specialist will look for a lender for you.");
});

test("no words about lenders promise or judge", () => {
  const situations = [
    {},
    { bankruptcyStatus: "Open" },
    { repoLast12Months: true },
    { grossMonthlyIncome: 900 },
  ] as const;
  for (const situation of situations) {
    for (const directory of [all, lenders("Major banks"), []]) {
      expect(words(situation, directory)).not.toMatch(/approv|odds|denied|declin|guarante|reject|qualif/i);
    }
  }
});
