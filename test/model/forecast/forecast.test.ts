import fc from "fast-check";
import { expect, test } from "vitest";
import { flagsOf, forecast, improvementsFor, strengthsOf } from "../../../db/model/forecast/forecast.ts";
import {
  ACCOUNT_TYPES,
  AUTO_FINANCE_HISTORIES,
  BANKRUPTCY_STATUSES,
  DOWN_PAYMENT_TIMES,
  EMPLOYMENT_TYPES,
  HOUSING_TYPES,
  ID_TYPES,
  PURCHASE_TIMELINES,
  TITLE_HOLDERS,
} from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";

function application(changes: Partial<ApplicationForm> = {}) {
  return exampleApplication(changes) as ApplicationForm;
}

function months(job: number, previousJob: number, residence: number): Partial<ApplicationForm> {
  return {
    timeOnCurrentJobYears: 0,
    timeOnCurrentJobMonths: job,
    timeOnPreviousJobYears: 0,
    timeOnPreviousJobMonths: previousJob,
    timeAtCurrentResidenceYears: 0,
    timeAtCurrentResidenceMonths: residence,
  };
}

const vectors: [
  income: number,
  job: number,
  previousJob: number,
  isSelfEmployed: boolean,
  residence: number,
  rent: number | undefined,
  bank: boolean,
  bankruptcy: ApplicationForm["bankruptcyStatus"],
  repo: boolean,
  mortgage: boolean,
  history: ApplicationForm["autoFinanceHistory"],
  down: number,
  total: number,
  score: number,
][] = [
  [3800, 30, 12, false, 20, 1100, true, "No", false, false, "Currently Paying", 1000, 653, 86],
  [7500, 60, 0, false, 60, 1800, true, "No", false, false, "Paid Off", 5000, 689, 96],
  [2200, 7, 0, false, 5, undefined, true, "No", false, false, "No Auto Loan History", 500, 598, 48],
  [3800, 30, 12, false, 20, 1100, true, "Discharged", false, false, "Repo—Voluntary", 1000, 612, 60],
  [3800, 30, 12, false, 20, 1100, true, "No", true, false, "Repo—Involuntary", 0, 561, 21],
  [5000, 10, 40, true, 40, 1500, true, "No", false, false, "No Auto Loan History", 2500, 644, 82],
  [1600, 48, 0, false, 60, 480, true, "No", false, false, "No Auto Loan History", 600, 620, 67],
  [1200, 1, 0, false, 1, 900, false, "Open", true, true, "Repo—Involuntary", 0, 387, 3],
];

for (const vector of vectors) {
  const [
    income,
    job,
    previous,
    isSelf,
    residence,
    rent,
    bank,
    bankruptcy,
    repo,
    mortgage,
    history,
    down,
    total,
    score,
  ] = vector;
  test(`income ${income}, ${job} months on the job, ${down} down: score ${score}`, () => {
    const { points, ...result } = forecast(
      application({
        ...months(job, previous, residence),
        grossMonthlyIncome: income,
        employmentType: isSelf ? "Self-Employed/1099" : "W-2",
        housingType: rent === undefined ? "Live with Family/Friend" : "Rent",
        monthlyRentMortgage: rent,
        hasActiveBank: bank,
        bankruptcyStatus: bankruptcy,
        repoLast12Months: repo,
        mortgageDelinquent: mortgage,
        autoFinanceHistory: history,
        cashDownPayment: down,
      }),
    );
    expect(Object.values(points).reduce((sum, each) => sum + each, 600)).toBe(total);
    expect(result).toEqual({ version: 2, score });
  });
}

const anything = {
  fullName: fc.string(),
  phone: fc.string(),
  email: fc.string(),
  city: fc.string(),
  zip: fc.string(),
  birthYear: fc.integer({ min: 1946, max: 2008 }),
  accountType: fc.constantFrom(...ACCOUNT_TYPES),
  bankName: fc.string(),
  idType: fc.constantFrom(...ID_TYPES),
  titleHolder: fc.constantFrom(...TITLE_HOLDERS),
  currentFinanceCompany: fc.string(),
  purchaseTimeline: fc.constantFrom(...PURCHASE_TIMELINES),
  downPaymentAvailable: fc.constantFrom(...DOWN_PAYMENT_TIMES),
};

const scored = fc.record({
  grossMonthlyIncome: fc.integer({ min: 1, max: 20_000 }),
  timeOnCurrentJobYears: fc.integer({ min: 0, max: 10 }),
  timeOnCurrentJobMonths: fc.integer({ min: 0, max: 11 }),
  cashDownPayment: fc.integer({ min: 0, max: 10_000 }),
  bankruptcyStatus: fc.constantFrom("No", "Discharged", "Open"),
  repoLast12Months: fc.boolean(),
});

test("who somebody is or where they live never moves the score", () => {
  fc.assert(
    fc.property(scored, fc.record(anything), fc.record(anything), (answers, one, other) => {
      const scoreWith = (unused: object) => forecast(application({ ...answers, ...unused } as never)).score;
      expect(scoreWith(one)).toBe(scoreWith(other));
    }),
  );
});

test("self-employment lowers the score in its first 24 months only", () => {
  for (const job of [0, 5, 23, 24, 36, 60]) {
    const score = (employmentType: ApplicationForm["employmentType"]) =>
      forecast(application({ ...months(job, 0, 20), employmentType })).score;
    expect(score("Unemployed/Benefits")).toBe(score("Other"));
    if (job >= 24) expect(score("Self-Employed/1099")).toBe(score("W-2"));
    else expect(score("Self-Employed/1099")).toBeLessThan(score("W-2"));
    if (job >= 36) expect(new Set(EMPLOYMENT_TYPES.map(score)).size).toBe(1);
  }
});

const noJob = {
  timeOnCurrentJobYears: undefined,
  timeOnCurrentJobMonths: undefined,
  timeOnPreviousJobYears: undefined,
  timeOnPreviousJobMonths: undefined,
};

/** Answers that vary in everything except kind of income and time on a job. */
const lives = fc.record({
  grossMonthlyIncome: fc.integer({ min: 1, max: 9000 }),
  timeAtCurrentResidenceYears: fc.integer({ min: 0, max: 5 }),
  housingType: fc.constantFrom(...HOUSING_TYPES),
  monthlyRentMortgage: fc.integer({ min: 0, max: 3000 }),
  hasActiveBank: fc.boolean(),
  bankruptcyStatus: fc.constantFrom(...BANKRUPTCY_STATUSES),
  repoLast12Months: fc.boolean(),
  mortgageDelinquent: fc.boolean(),
  autoFinanceHistory: fc.constantFrom(...AUTO_FINANCE_HISTORIES),
  cashDownPayment: fc.integer({ min: 0, max: 4000 }),
});
const jobs = fc.record({
  timeOnCurrentJobYears: fc.integer({ min: 0, max: 6 }),
  timeOnCurrentJobMonths: fc.integer({ min: 0, max: 11 }),
  timeOnPreviousJobYears: fc.integer({ min: 0, max: 6 }),
  timeOnPreviousJobMonths: fc.integer({ min: 0, max: 11 }),
});
const withoutEmployer = fc.constantFrom("Unemployed/Benefits" as const, "Other" as const);

test("the same life never scores lower on benefits than with a job", () => {
  fc.assert(
    fc.property(lives, jobs, withoutEmployer, (life, job, employmentType) => {
      const score = (changes: Partial<ApplicationForm>) => forecast(application({ ...life, ...changes })).score;
      const onBenefits = score({ ...noJob, employmentType });
      expect(onBenefits).toBeGreaterThanOrEqual(score({ ...job, employmentType: "W-2" }));
      expect(onBenefits).toBeGreaterThanOrEqual(score({ ...job, employmentType: "Self-Employed/1099" }));
      expect(onBenefits).toBe(score({ ...noJob, timeOnCurrentJobYears: 3, employmentType: "W-2" }));
    }),
    { numRuns: 2000 },
  );
});

test("without an employer, time on a job earns, costs and explains nothing", () => {
  fc.assert(
    fc.property(lives, jobs, withoutEmployer, (life, job, employmentType) => {
      const blank = application({ ...life, ...noJob, employmentType });
      const answered = application({ ...life, ...job, employmentType });
      expect(forecast(answered)).toEqual(forecast(blank));
      const { points } = forecast(blank);
      expect([points.job, points.workHistory, points.newBusiness]).toEqual([0, 0, 0]);
      for (const answers of [blank, answered]) {
        expect(strengthsOf(forecast(answers)).join()).not.toMatch(/job|work/i);
        expect(improvementsFor(answers).map(({ change }) => change)).not.toContain("jobTime");
        expect(flagsOf(answers, new Date()).map(({ code }) => code)).not.toContain("SELF_EMP_LT_24M");
      }
    }),
    { numRuns: 1000 },
  );
});

test("housing counts only by whether rent or mortgage is asked", () => {
  const score = (housingType: ApplicationForm["housingType"]) => forecast(application({ housingType })).score;
  expect(score("Rent")).toBe(score("Own/Mortgage"));
  expect(score("Live with Family/Friend")).toBe(score("Other"));
});

test("every flag is raised by the answer that it is about", () => {
  const now = new Date("2026-11-21T18:00:00Z");
  const codes = (changes: Partial<ApplicationForm>) => flagsOf(application(changes), now).map(({ code }) => code);
  expect(codes({})).toEqual([]);
  expect(codes({ repoLast12Months: true })).toEqual(["REPO_LT_12M"]);
  expect(codes({ bankruptcyStatus: "Open" })).toEqual(["BK_OPEN"]);
  expect(codes({ bankruptcyStatus: "Discharged" })).toEqual(["BK_DISCHARGED"]);
  expect(codes({ employmentType: "Self-Employed/1099", timeOnCurrentJobYears: 1 })).toEqual(["SELF_EMP_LT_24M"]);
  expect(codes({ grossMonthlyIncome: 1499, monthlyRentMortgage: 0 })).toEqual(["INCOME_LT_1500"]);
  expect(codes({ monthlyRentMortgage: 2000 })).toEqual(["HOUSING_GT_45"]);
  expect(codes({ hasActiveBank: false })).toEqual(["NO_BANK"]);
  expect(codes({ titleHolder: "Other" })).toEqual(["TITLE_OTHER"]);
  expect(codes({ zip: "90210" })).toEqual(["ZIP_OUTSIDE_TX"]);
  expect(codes({ phone: "0000000000" })).toEqual(["PHONE_INVALID"]);
  expect(codes({ birthYear: 2008 })).toEqual(["CONFIRM_18"]);
  expect(codes({ birthYear: 2007 })).toEqual([]);
});

test("what would help is at most three things, the largest gain first", () => {
  const weak = application({ hasActiveBank: false, cashDownPayment: 0, bankruptcyStatus: "Open" });
  const improvements = improvementsFor(weak);
  expect(improvements.map(({ change }) => change).sort()).toEqual(["bankAccount", "downPayment", "jobTime"]);
  const gains = improvements.map(({ from, to }) => to - from);
  expect(gains).toEqual([...gains].sort((a, b) => b - a));
  expect(Math.min(...gains)).toBeGreaterThan(0);
});

test("an improvement's score is the score of the improved application", () => {
  const before = application({ cashDownPayment: 500 });
  const down = improvementsFor(before).find(({ change }) => change === "downPayment");
  expect(down?.to).toBe(forecast({ ...before, cashDownPayment: 500 + (down?.amount ?? 0) }).score);
});

test("strengths are the two attributes that earn most, if any earns", () => {
  expect(strengthsOf(forecast(application({ autoFinanceHistory: "Paid Off", cashDownPayment: 3000 })))).toHaveLength(2);
  const nothing = application({
    ...months(0, 0, 0),
    grossMonthlyIncome: 1000,
    monthlyRentMortgage: 900,
    hasActiveBank: false,
    autoFinanceHistory: "Repo—Involuntary",
    cashDownPayment: 0,
  });
  expect(strengthsOf(forecast(nothing))).toEqual([]);
});
