import { expect, test } from "vitest";
import { OUTCOMES_NEEDED, resultsOf } from "../../../db/model/forecast/results.ts";

test("bands are told from 350 outcomes on, the lowest first", () => {
  const high = { band: "high" as const, decided: OUTCOMES_NEEDED - 2, approved: 200 };
  const low = { band: "low" as const, decided: 1, approved: 0 };
  expect(resultsOf([])).toEqual({ outcomes: 0, bands: null });
  expect(resultsOf([high, low])).toEqual({ outcomes: OUTCOMES_NEEDED - 1, bands: null });
  expect(resultsOf([high, { ...low, decided: 2 }]).bands?.map(({ band }) => band)).toEqual(["low", "high"]);
});
