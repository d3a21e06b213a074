import { expect, test } from "vitest";
import { likelyAmount } from "../../../db/model/form/likely-amount.ts";

test("an amount as it is said is understood", () => {
  const said = {
    "about 2 grand": 2000,
    "2.5k": 2500,
    "$1,200 or so": 1200,
    "12 hundred": 1200,
    "3 thousand a month": 3000,
    "2,5k": 2500,
    "about 1.500": 1500,
    "1.500,50 al mes": 1501,
    "12 500 before taxes": 12_500,
  };
  for (const [words, amount] of Object.entries(said)) expect(likelyAmount(words), words).toBe(amount);
  expect(likelyAmount("not much")).toBeNull();
});
