import fc from "fast-check";
import { expect, test } from "vitest";
import { forecast, strengthsOf } from "../../../db/model/forecast/forecast.ts";
import { BANDS, type Band, bandOf, meaningOf, OBSTACLES, scoresIn } from "../../../db/model/forecast/meaning.ts";
import {
  AUTO_FINANCE_HISTORIES,
  BANKRUPTCY_STATUSES,
  EMPLOYMENT_TYPES,
  HOUSING_TYPES,
} from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";
import { papersFor, paperWords } from "../../../db/model/papers/papers.ts";
import { bandWords, meaningWords } from "../../../web/results/forecast/meaning-words.ts";

function meaningFor(changes: Partial<ApplicationForm>) {
  const { score, points } = forecast(exampleApplication(changes) as ApplicationForm);
  return meaningOf(score, points);
}

function strengthsFor(changes: Partial<ApplicationForm>) {
  return strengthsOf(forecast(exampleApplication(changes) as ApplicationForm));
}

const FORBIDDEN =
  /approv|den(y|ied)|reject|declin|odds|chance|likel|probab|guarantee|bad credit|risk|poor|unfortunate|sorry|percent|[!%\d]/i;

const anyAnswers = fc.record({
  employmentType: fc.constantFrom(...EMPLOYMENT_TYPES),
  grossMonthlyIncome: fc.integer({ min: 1, max: 12_000 }),
  timeOnCurrentJobYears: fc.integer({ min: 0, max: 8 }),
  timeOnCurrentJobMonths: fc.integer({ min: 0, max: 11 }),
  timeAtCurrentResidenceYears: fc.integer({ min: 0, max: 8 }),
  timeAtCurrentResidenceMonths: fc.integer({ min: 0, max: 11 }),
  housingType: fc.constantFrom(...HOUSING_TYPES),
  monthlyRentMortgage: fc.integer({ min: 0, max: 4000 }),
  hasActiveBank: fc.boolean(),
  bankruptcyStatus: fc.constantFrom(...BANKRUPTCY_STATUSES),
  repoLast12Months: fc.boolean(),
  mortgageDelinquent: fc.boolean(),
  autoFinanceHistory: fc.constantFrom(...AUTO_FINANCE_HISTORIES),
  cashDownPayment: fc.integer({ min: 0, max: 6000 }),
});

test("whatever the answers, their meaning never begins with why lenders say no", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const meaning = meaningFor(answers);
      const words = meaningWords(meaning, strengthsFor(answers));
      expect(words).toMatch(/^[A-Z][^.]+\.( [A-Z][^.]+\.){1,3}$/);
      expect(words).toMatch(/^(You have [^.]+\. (That helps|Both help)|We work with every credit situation)\./);
      expect(bandWords[meaning.band]).toBeTruthy();
      // Everybody in the low band is told the reason.
      if (meaning.band === "low") expect(meaning.obstacle).not.toBeNull();
    }),
    { numRuns: 5000 },
  );
});

test("no sentence of meaning promises, judges or counts", () => {
  for (const band of BANDS) {
    expect(bandWords[band]).not.toMatch(FORBIDDEN);
    for (const obstacle of [...OBSTACLES, null]) {
      expect(meaningWords({ band, obstacle }, []), `${band}, ${obstacle}`).not.toMatch(FORBIDDEN);
    }
  }
});

test("the meaning names what weighs most, and the band by the score", () => {
  const noDebt = { autoFinanceHistory: "No Auto Loan History", cashDownPayment: 0 } as const;
  expect(meaningFor({ ...noDebt, repoLast12Months: true })).toEqual({ band: "low", obstacle: "repossession" });
  const refused = { ...noDebt, repoLast12Months: true };
  expect(meaningWords(meaningFor(refused), strengthsFor(refused))).toBe(
    "You have enough income for a range of payments and an active bank account. Both help. Fewer lenders say yes after a recent repossession. See below what can help.",
  );
  expect(meaningFor({ ...noDebt, bankruptcyStatus: "Open" })).toEqual({ band: "low", obstacle: "bankruptcy" });
  expect(meaningFor({ bankruptcyStatus: "Discharged" })).toEqual({ band: "high", obstacle: "bankruptcy" });
  expect(meaningFor({ grossMonthlyIncome: 1400, monthlyRentMortgage: 300 })).toEqual({
    band: "middle",
    obstacle: "income",
  });
  expect(meaningFor({ cashDownPayment: 3000, autoFinanceHistory: "Paid Off" })).toEqual({
    band: "high",
    obstacle: null,
  });
});

test("nobody without an employer reads that job time stands in the way", () => {
  fc.assert(
    fc.property(anyAnswers, fc.constantFrom("Unemployed/Benefits" as const, "Other" as const), (answers, kind) => {
      const meaning = meaningFor({ ...answers, employmentType: kind });
      expect(["job", "newBusiness"]).not.toContain(meaning.obstacle);
      expect(meaningWords(meaning, [])).not.toMatch(/job|business/);
    }),
    { numRuns: 2000 },
  );
  const retired: Partial<ApplicationForm> = {
    ...{ employmentType: "Unemployed/Benefits", timeOnCurrentJobYears: undefined, timeOnCurrentJobMonths: undefined },
    ...{
      grossMonthlyIncome: 2400,
      monthlyRentMortgage: 480,
      timeAtCurrentResidenceYears: 12,
      autoFinanceHistory: "Paid Off",
    },
  };
  expect(meaningFor(retired)).toEqual({ band: "high", obstacle: null });
});

test("the bands cover the scores from 0 to 100, each once", () => {
  const scores = Array.from({ length: 101 }, (_, score) => score);
  const ofBand = (band: Band) => scores.filter((score) => bandOf(score) === band);
  expect(BANDS.flatMap(ofBand)).toEqual(scores);
  expect(BANDS.map((band) => [ofBand(band)[0], ofBand(band).at(-1)])).toEqual(
    BANDS.map(scoresIn).map(({ from, to }) => [from, to]),
  );
});

test("everybody brings papers for their income and four more, each once", () => {
  fc.assert(
    fc.property(anyAnswers, (answers) => {
      const papers = papersFor(answers);
      expect(new Set(papers).size).toBe(papers.length);
      expect(papers).toEqual(expect.arrayContaining(["identification", "residence", "insurance", "references"]));
      expect(papers.length).toBeGreaterThan(4);
      for (const paper of papers) expect(paperWords(paper)).toMatch(/^[A-Z]/);
    }),
  );
  const papers = (changes: Partial<ApplicationForm>) => papersFor(exampleApplication(changes) as ApplicationForm);
  expect(papers({ employmentType: "W-2" })[0]).toBe("payStub");
  expect(papers({ employmentType: "Self-Employed/1099" }).slice(0, 2)).toEqual(["bankStatements", "taxReturns"]);
  expect(papers({ bankruptcyStatus: "Open" })).toContain("courtPermission");
  expect(papers({ bankruptcyStatus: "Discharged" })).toContain("discharge");
  expect(papers({ autoFinanceHistory: "Paid Off" })).not.toContain("carLoan");
});
