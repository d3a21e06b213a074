import { expect, test } from "vitest";
import { SENT_MAIL_KEPT_DAYS } from "../../db/model/time/retention.ts";
import { weighCase } from "../bench/database/worked-cases.ts";

/** With these a million a year stay under 4 GB of the 10 that D1 has (worker/operations.md). */
const COPIES = 500;
const NEW_BYTES = 16_000;
const KEPT_BYTES = 2500;

async function bytesAfter(days: number) {
  const { bytes } = await weighCase({ days, copies: COPIES });
  return Object.values(bytes).reduce((sum, each) => sum + each, 0);
}

test("an application worked to its end, with all its indexes, weighs 16 kB at most, and 2.5 kB once it was left alone", async () => {
  expect(await bytesAfter(0)).toBeLessThan(NEW_BYTES);
  expect(await bytesAfter(SENT_MAIL_KEPT_DAYS + 1)).toBeLessThan(KEPT_BYTES);
});
