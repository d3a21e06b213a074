import { expect, test } from "vitest";
import { HISTORY_KEPT_MONTHS } from "../../db/model/time/retention.ts";
import { weighCase } from "./worked-case.ts";

/** Seven years of 500 applications a day have to fit into the 10 GB of a D1 (worker/operations.md, 'Beyond'). */
const NEW_BYTES = 12_850;
const THINNED_BYTES = 3800;

async function bytesAfter(days: number) {
  const bytes = Object.values(await weighCase({ days }));
  return bytes.reduce((sum, each) => sum + each, 0);
}

test("a worked application weighs 13 kB at most, and thinned out 4", async () => {
  expect(await bytesAfter(0)).toBeLessThan(NEW_BYTES);
  expect(await bytesAfter(HISTORY_KEPT_MONTHS * 31)).toBeLessThan(THINNED_BYTES);
});
