import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SENT_MAIL_KEPT_DAYS } from "../../db/model/time/retention.ts";
import { bytesOf, copyCases, workOneCase } from "../bench/worked-cases.ts";

/** A year of them, and some open weeks of the next, stay under 4 GB of the 10 that D1 has (worker/operations.md). */
const KEPT_BYTES = 3000;
const NEW_BYTES = 15_500;
const COPIES = 3000;
const EVERY_MS = 30_000;

async function bytesOfCase(days: number) {
  const state = mkdtempSync(join(tmpdir(), "weight-"));
  try {
    using database = await workOneCase(state, days);
    const before = bytesOf(database);
    copyCases(database, 1, COPIES, EVERY_MS);
    const grown = Object.entries(bytesOf(database)).map(([table, bytes]) => bytes - (before[table] ?? 0));
    return grown.reduce((sum, bytes) => sum + bytes, 0) / COPIES;
  } finally {
    rmSync(state, { recursive: true });
  }
}

test("an application worked to its end, with all its indexes, weighs no more than we reckon with, and once it was left alone, 3 kB", async () => {
  expect(await bytesOfCase(0)).toBeLessThan(NEW_BYTES);
  expect(await bytesOfCase(SENT_MAIL_KEPT_DAYS + 1)).toBeLessThan(KEPT_BYTES);
});
