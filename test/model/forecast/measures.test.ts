import fc from "fast-check";
import { expect, test } from "vitest";
import { measure, OUTCOMES_NEEDED, type ScoreCount, wilson } from "../../../db/model/forecast/measures.ts";

test("below 350 outcomes there are no measures", () => {
  expect(measure([{ score: 80, count: OUTCOMES_NEEDED - 1, approved: 200 }])).toBeNull();
  expect(measure([])).toBeNull();
});

test("the measures of a known table are those worked out by hand", () => {
  const result = measure([
    { score: 90, count: 200, approved: 180 },
    { score: 40, count: 200, approved: 60 },
  ]);
  expect(result).toMatchObject({ count: 400, baseRate: 0.6, shareRight: 0.8 });
  // Pairs: 240 approved, 160 others. 180 x 140 won, 180 x 20 and 60 x 140 tied.
  expect(result?.auc).toBeCloseTo((180 * 140 + (180 * 20 + 60 * 140) / 2) / (240 * 160), 10);
  expect(result?.brier).toBeCloseTo((180 * 0.01 + 20 * 0.81 + 60 * 0.36 + 140 * 0.16) / 400, 10);
  expect(
    result?.bins.map(({ from, to, count, forecast, observed }) => ({ from, to, count, forecast, observed })),
  ).toEqual([
    { from: 40, to: 50, count: 200, forecast: 0.4, observed: 0.3 },
    { from: 90, to: 100, count: 200, forecast: 0.9, observed: 0.9 },
  ]);
});

test("the Wilson interval is the textbook's", () => {
  const [low, high] = wilson(8, 10);
  expect(low).toBeCloseTo(0.4902, 3);
  expect(high).toBeCloseTo(0.9433, 3);
  expect(wilson(0, 10)[0]).toBe(0);
  expect(wilson(10, 10)[1]).toBeCloseTo(1, 10);
});

test("when all ended alike there is no AUC", () => {
  expect(measure([{ score: 50, count: 400, approved: 400 }])?.auc).toBeNull();
});

const tables = fc
  .uniqueArray(fc.record({ score: fc.integer({ min: 0, max: 100 }), approved: fc.nat(50), others: fc.nat(50) }), {
    selector: ({ score }) => score,
    minLength: 20,
    maxLength: 60,
  })
  .map((rows) => rows.map(({ score, approved, others }): ScoreCount => ({ score, approved, count: approved + others })))
  .filter((rows) => rows.reduce((total, { count }) => total + count, 0) >= OUTCOMES_NEEDED);

test("every measure lies where it must", () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const result = measure(rows.filter(({ count }) => count > 0));
      if (!result) throw new Error("enough outcomes");
      for (const share of [result.baseRate, result.shareRight, result.brier, result.auc ?? 0]) {
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
      }
      const [low, high] = result.shareRightInterval;
      expect(low).toBeLessThanOrEqual(result.shareRight);
      expect(high).toBeGreaterThanOrEqual(result.shareRight);
      expect(result.bins.reduce((total, { count }) => total + count, 0)).toBe(result.count);
    }),
  );
});

test("AUC equals the share of pairs in which the approved one scored higher, ties half", () => {
  fc.assert(
    fc.property(tables, (rows) => {
      const total = { won: 0, pairs: 0 };
      for (const mine of rows) {
        for (const other of rows) {
          const pairs = mine.approved * (other.count - other.approved);
          total.pairs += pairs;
          total.won += pairs * (mine.score > other.score ? 1 : mine.score === other.score ? 0.5 : 0);
        }
      }
      const auc = measure(rows)?.auc;
      if (total.pairs > 0) expect(auc).toBeCloseTo(total.won / total.pairs, 9);
    }),
  );
});
