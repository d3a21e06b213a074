import fc from "fast-check";
import { expect, test } from "vitest";
import { categoryCriteria, LENDER_CATEGORIES, METROS } from "../../../db/model/directory/lenders.ts";
import { forecast } from "../../../db/model/forecast/forecast.ts";
import { BANDS } from "../../../db/model/forecast/meaning.ts";
import { AUTO_FINANCE_HISTORIES, BANKRUPTCY_STATUSES, EMPLOYMENT_TYPES } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { ApplicationForm } from "../../../db/model/form/submission.ts";
import { priorOf } from "../../../db/model/introductions/priors.ts";
import type { Entry } from "../../../db/model/introductions/recipient.ts";
import {
  type Answers,
  approvalRankOf,
  changesInWords,
  firstLenders,
  LAST_APPROVAL_RANK,
  route,
  suggestionToStore,
} from "../../../db/model/introductions/routing.ts";
import { lenderCategories } from "../../../web/copy/lenders.ts";

type Changes = Parameters<typeof exampleApplication>[0];

const lender = (id: string, category: (typeof LENDER_CATEGORIES)[number], firmOrder: number): Entry => ({
  kind: "lender",
  ...{ id, name: `Lender ${id}`, leadAddress: "a@lender.example.com", firmOrder, category },
  criteria: categoryCriteria[category],
});
const dealer = (id: string, metro: string, firmOrder = 1): Entry => ({
  kind: "dealer",
  ...{ id, name: `Dealer ${id}`, leadAddress: "a@dealer.example.com", firmOrder, metro, isByLink: false },
});

/** In the firm's order, which is not that of their names. */
const lenders = [
  lender("z-union", "Credit unions", 1),
  lender("bank", "Major banks", 2),
  lender("finance", "Auto finance companies", 3),
  lender("special", "Specialty lenders", 4),
];

function routed(changes: Changes = {}, entries: Entry[] = lenders, told: Answers[] = []) {
  const answers = exampleApplication(changes) as ApplicationForm;
  return route({ entries, answers: told }, answers, forecast(answers).score);
}
const fitting = (...given: Parameters<typeof routed>) =>
  routed(...given).flatMap(({ entry, isSuitable }) => (isSuitable && entry.kind === "lender" ? [entry.id] : []));

test("with steady credit every lender fits", () => {
  expect(fitting()).toEqual(["bank", "z-union", "finance", "special"]);
  expect(firstLenders(routed())).toEqual(["bank", "z-union", "finance"]);
});

test("with an open bankruptcy only a lender that takes it fits", () => {
  const suggested = routed({ bankruptcyStatus: "Open" });
  expect(suggestionToStore(suggested).fits).toEqual(["special"]);
  expect(suggested[0]?.findings.map(({ reason }) => reason)).toContain(
    "Accepts an open bankruptcy, with the court’s permission",
  );
});

test("whoever could fit a lender by one or two changes reads which", () => {
  const income = routed({ grossMonthlyIncome: 1800 });
  const words = Object.fromEntries(income.map(({ entry, changes }) => [entry.id, changesInWords(changes)]));
  expect(words).toEqual({
    finance: "",
    special: "",
    "z-union": "an income of $2,000 a month",
    bank: "an income of $2,500 a month",
  });
  const three = { grossMonthlyIncome: 1000, bankruptcyStatus: "Open", repoLast12Months: true } as const;
  const stored = suggestionToStore(routed(three));
  expect(stored.fits).toEqual(["special"]);
  expect(stored.fitsIf).toEqual({});
  expect(stored.no).toMatchObject({ acceptsOpenBankruptcy: 3, monthsSinceRepossession: 3 });
});

const orderAt = (score: number, told: Answers[] = []) =>
  route({ entries: lenders, answers: told }, exampleApplication() as ApplicationForm, score).map(
    ({ entry }) => entry.id,
  );

test("what is stored says who fits, who would, and what keeps others away", () => {
  const entries = [...lenders, dealer("near", "San Antonio"), dealer("far", "Houston")];
  const stored = suggestionToStore(routed({ bankruptcyStatus: "Open", grossMonthlyIncome: 1800 }, entries));
  expect(stored).toEqual({
    fits: ["special"],
    fitsIf: { finance: ["discharge 0"] },
    no: { minimumIncome: 2, acceptsOpenBankruptcy: 2, creditSituation: 2 },
    dealers: ["near"],
  });
});

test("lenders that are alike have one order, however they are read", () => {
  const alike = ["b", "a", "c"].map((id) => lender(id, "Credit unions", 1));
  for (const entries of [alike, alike.toReversed()]) expect(fitting({}, entries)).toEqual(["a", "b", "c"]);
});

test("the forecast alone orders lenders from the first application on", () => {
  expect(orderAt(5)).toEqual(["special", "finance", "z-union", "bank"]);
  expect(orderAt(50)).toEqual(["z-union", "finance", "bank", "special"]);
  expect(orderAt(97)).toEqual(["bank", "z-union", "finance", "special"]);
});

test("each score band gets the prior of the kind of lender", () => {
  const priors = LENDER_CATEGORIES.map((category) => BANDS.map((band) => priorOf(category, band)));
  expect(Object.fromEntries(LENDER_CATEGORIES.map((category, at) => [category, priors[at]]))).toEqual({
    "Major banks": [20, 55, 70],
    "Credit unions": [35, 70, 55],
    "Auto finance companies": [40, 60, 55],
    "Specialty lenders": [90, 20, 20],
  });
  expect(priorOf(null, "low")).toBe(50);
});

test("hills of /partners are as high as the priors", () => {
  const priors = LENDER_CATEGORIES.map((category) => BANDS.map((band) => priorOf(category, band)));
  expect(lenderCategories().map(({ yes }) => yes)).toEqual(priors);
});

test("a lender's own answers move it smoothly, in their band only", () => {
  const told = (decided: number, approved: number, band: Answers["band"] = "high"): Answers[] => [
    { recipientId: "special", band, decided, approved },
  ];
  const expected = (own: Answers[]) =>
    route({ entries: lenders, answers: own }, exampleApplication() as ApplicationForm, 97).find(
      ({ entry }) => entry.id === "special",
    )?.expected ?? 0;
  const byDecisions = Array.from({ length: 121 }, (_, decided) => expected(told(decided, decided)));
  const steps = byDecisions.slice(1).map((each, at) => each - (byDecisions[at] ?? 0));
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps), "no jump").toBeLessThan(300);
  expect(orderAt(97, told(200, 190))[0]).toBe("special");
  expect(orderAt(97, told(200, 190, "low"))).toEqual(orderAt(97));
});

test("of equally likely lenders the cheaper kind comes first", () => {
  const equal = [lender("finance", "Auto finance companies", 1), lender("union", "Credit unions", 2)];
  expect(fitting({}, equal)).toEqual(["union", "finance"]);
  expect(fitting({}, [lender("b", "Credit unions", 5), lender("a", "Credit unions", 4)])).toEqual(["a", "b"]);
});

test("income from benefits without time on a job keeps no lender away", () => {
  const changes = {
    employmentType: "Unemployed/Benefits",
    timeOnCurrentJobYears: 0,
    timeOnCurrentJobMonths: 0,
  } as const;
  expect(fitting(changes)).toEqual(fitting());
});

test("the queue's rank is the likeliest approval, and last without a lender", () => {
  const steady = approvalRankOf(routed());
  const weak = approvalRankOf(routed({ grossMonthlyIncome: 1300, hasActiveBank: false, cashDownPayment: 0 }));
  expect(steady).toBeLessThan(weak);
  expect(approvalRankOf(routed({}, []))).toBe(LAST_APPROVAL_RANK);
  expect(approvalRankOf(routed({ bankruptcyStatus: "Open" }, lenders.slice(0, 3)))).toBe(LAST_APPROVAL_RANK);
});

test("dealers come after lenders, those of the applicant's metro first", () => {
  const entries = [dealer("far", "Houston"), dealer("near", "San Antonio"), ...lenders];
  expect(routed({ zip: "78205" }, entries).map(({ entry }) => entry.id)).toEqual([
    ...["bank", "z-union", "finance", "special"],
    ...["near", "far"],
  ]);
  expect(suggestionToStore(routed({ zip: "78205" }, entries)).dealers).toEqual(["near"]);
});

const answers = fc.record({
  grossMonthlyIncome: fc.constantFrom(900, 1600, 2200, 3100, 5200),
  employmentType: fc.constantFrom(...EMPLOYMENT_TYPES),
  bankruptcyStatus: fc.constantFrom(...BANKRUPTCY_STATUSES),
  repoLast12Months: fc.boolean(),
  mortgageDelinquent: fc.boolean(),
  autoFinanceHistory: fc.constantFrom(...AUTO_FINANCE_HISTORIES),
  cashDownPayment: fc.constantFrom(0, 500, 1500, 4000),
  timeOnCurrentJobYears: fc.integer({ min: 0, max: 6 }),
});
/** 30 lenders of all kinds and 10 dealers everywhere, some with rates. */
const forty = [
  ...Array.from({ length: 30 }, (_, at) => lender(`l${at}`, LENDER_CATEGORIES[at % 4] ?? "Credit unions", at % 7)),
  ...Array.from({ length: 10 }, (_, at) => dealer(`d${at}`, METROS[at % METROS.length] ?? "Austin", at % 3)),
];
const told = (["low", "middle", "high"] as const).flatMap((band, at) =>
  ["l1", "l6", "l11", "l20"].map(
    (recipientId, place): Answers => ({ recipientId, band, decided: 100, approved: 20 + 15 * place + at }),
  ),
);

test("home, age and name never change the order of lenders", () => {
  const elsewhere = fc.record({
    zip: fc.constantFrom("78205", "79901", "75001", "77002", "10001"),
    birthYear: fc.constantFrom(1950, 1979, 2001),
    city: fc.constantFrom("El Paso", "Houston"),
    fullName: fc.constantFrom("Ana María de la Cruz", "John Smith"),
  });
  const order = (changes: Changes) =>
    routed(changes, forty, told).flatMap(({ entry: { kind, id }, expected }) =>
      kind === "lender" ? [[id, expected]] : [],
    );
  fc.assert(
    fc.property(answers, elsewhere, (given, other) => {
      expect(order({ ...given, ...other })).toEqual(order(given));
      expect(order(given)).toEqual(order(given));
    }),
    { numRuns: 500 },
  );
});

test("kinds of income without a business give lenders the same order", () => {
  fc.assert(
    fc.property(
      answers,
      fc.constantFrom("W-2" as const, "Unemployed/Benefits" as const, "Other" as const),
      (given, kind) => {
        const years = { timeOnCurrentJobYears: 5, timeOnCurrentJobMonths: 0 };
        const of = (employmentType: ApplicationForm["employmentType"]) =>
          fitting({ ...given, ...years, employmentType }, forty, told);
        expect(of(kind)).toEqual(of("W-2"));
      },
    ),
  );
});

test("each application has every recipient once, and why one does not fit", () => {
  const kinds = ["fits", "fits if", "no"] as const;
  const whoGoesWhere = new Map<string, number>();
  const count = (whom: string, what: string) => {
    whoGoesWhere.set(`${whom}, ${what}`, (whoGoesWhere.get(`${whom}, ${what}`) ?? 0) + 1);
  };
  fc.assert(
    fc.property(answers, (given) => {
      const suggested = routed(given, forty, told);
      const nameOf = ({ entry }: (typeof suggested)[number]) => (entry.kind === "lender" ? entry.category : "Dealers");
      expect(new Set(suggested.map(({ entry }) => entry.id)).size).toBe(40);
      const places = suggested.map(({ isSuitable, changes }) => (isSuitable ? 0 : changes.length > 0 ? 1 : 2));
      expect(places).toEqual(places.toSorted());
      for (const [at, each] of suggested.entries()) {
        const { isSuitable, changes, findings } = each;
        const kind = kinds[places[at] ?? 2] ?? "no";
        if (at === 0 && isSuitable) count(nameOf(each), "first");
        count(nameOf(each), kind);
        for (const { about } of findings.filter(({ meets }) => !meets)) count(nameOf(each), `not: ${about}`);
        expect(changes.length).toBeLessThanOrEqual(isSuitable ? 0 : 2);
        expect(findings.some(({ meets }) => !meets)).toBe(!isSuitable);
      }
      expect(JSON.stringify(suggestionToStore(suggested)).length).toBeLessThan(700);
    }),
    { numRuns: 500 },
  );
  const lines = [...whoGoesWhere].map(([what, count]) => `${what}: ${count}`);
  console.log(`500 applications, ${forty.length} recipients\n${lines.toSorted().join("\n")}`);
});
