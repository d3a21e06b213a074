import { expect, test } from "vitest";
import { measure } from "../../../db/model/forecast/measures.ts";
import {
  type Claim,
  type Counted,
  contradictions,
  inDirectory,
  inTime,
  medianWithin,
  recommended,
  rightShare,
  stateOf,
  unproven,
} from "../../../db/model/site/claim.ts";

const NOW = new Date("2026-11-25T15:00:00Z");
const nothing: Counted = {
  lenders: {},
  dealers: {},
  contacts: { count: 0, inTime: 0, businessMedian: null },
  satisfaction: { answered: 0, recommending: 0 },
  forecast: { outcomes: 0, needed: 350, measures: null },
};
const contacts = (count: number, businessMedian: number, inTime = count): Counted => ({
  ...nothing,
  contacts: { count, inTime, businessMedian },
});
const document = (date: string) => ({ by: "document" as const, title: "Survey", date, who: "Ana Ruiz" });
const lenders: Claim = {
  name: "lenderPartners",
  says: "50+ lender partners",
  at: ["claims.ts", "lenderPartners"],
  where: ["/"],
  evidence: { by: "count", read: ({ lenders }) => inDirectory(lenders, 50, "active lenders") },
  instead: "our lender partners",
};

test("a document proves a claim for a year, then not any more", () => {
  const at = (date: string) => stateOf({ evidence: document(date) }, nothing, NOW).state;
  expect([at("2026-11-24"), at("2025-11-26"), at("2025-11-25")]).toEqual(["proven", "proven", "out of date"]);
  const { words } = stateOf({ evidence: document("2026-05-01") }, nothing, NOW);
  expect(words).toBe("Survey of 2026-05-01, by Ana Ruiz; holds until 2027-05-01");
});

test("fewer than 30 first contacts are too few to say, whatever their median", () => {
  expect(medianWithin(4, contacts(29, 540)).agrees).toBeNull();
  expect(medianWithin(4, contacts(30, 540))).toEqual({
    words: "a median first contact of 9 h in business hours",
    agrees: false,
  });
  expect(medianWithin(4, contacts(30, 240)).agrees).toBe(true);
  expect(inTime(contacts(29, 60, 0)).agrees).toBeNull();
  expect([inTime(contacts(100, 60, 89)).agrees, inTime(contacts(100, 60, 90)).agrees]).toEqual([false, true]);
});

test("an empty directory says nothing; one with lenders is counted, also for a category that it lacks", () => {
  expect(inDirectory({}, 50, "lenders").agrees).toBeNull();
  expect(inDirectory({ "Major banks": 12 }, 50, "lenders")).toEqual({
    words: "lenders in the directory: 12",
    agrees: false,
  });
  expect(inDirectory({ "Major banks": 30, "Credit unions": 20 }, 50, "lenders").agrees).toBe(true);
  expect(inDirectory({ "Major banks": 30 }, 20, "credit unions", "Credit unions").agrees).toBe(false);
});

test("satisfaction is the share who would recommend us, and fewer than 30 answers are too few to say", () => {
  const answers = (answered: number, recommending: number) => ({
    ...nothing,
    satisfaction: { answered, recommending },
  });
  expect(recommended(94, answers(29, 0)).agrees).toBeNull();
  expect(recommended(94, answers(50, 47))).toEqual({
    words: "94% of 50 who answered would recommend us",
    agrees: true,
  });
  expect(recommended(94, answers(50, 46)).agrees).toBe(false);
});

test("an accuracy is contradicted only if the whole interval lies below it", () => {
  const counted = (right: number): Counted => {
    const scores = [{ score: 80, count: 400, approved: right }];
    return { ...nothing, forecast: { outcomes: 400, needed: 350, measures: measure(scores) } };
  };
  expect(rightShare(91, nothing)).toEqual({
    words: "outcomes of the forecast: 0. Too few to say: 350 are needed",
    agrees: null,
  });
  expect([rightShare(91, counted(360)).agrees, rightShare(91, counted(340)).agrees]).toEqual([true, false]);
});

test("what nothing proves is left out, unless it is a promise; what is counted against a claim is a sentence with file and line", () => {
  const few: Counted = { ...nothing, lenders: { "Major banks": 12 } };
  const many: Counted = { ...nothing, lenders: { "Major banks": 60 } };
  const promise: Claim = { ...lenders, name: "replyWithin", evidence: null, instead: null };
  const old: Claim = { ...lenders, name: "since", evidence: document("2025-01-01") };
  expect(unproven([lenders, promise, old], null, NOW)).toEqual(["lenderPartners", "since"]);
  expect(unproven([lenders, promise], many, NOW)).toEqual([]);
  const line = (file: string, text: string) => `${file}${text}`.length;
  expect(contradictions([lenders, promise, old], few, NOW, line)).toEqual([
    "claims.ts:23 says '50+ lender partners', but this was counted: active lenders in the directory: 12. Write there what is true, or withdraw it (evidence: null in web/copy/claims/register.ts).",
  ]);
  expect(contradictions([lenders], many, NOW, line)).toEqual([]);
});
