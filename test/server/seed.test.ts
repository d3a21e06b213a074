import { globSync, readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { PARTS } from "../long.ts";
import { setSeed } from "../seed.ts";

function seedIn(given: { SEED?: string; LONG?: string }) {
  const env = { ...given };
  setSeed(env);
  return Number(env.SEED);
}

test("random tests of one commit have one seed, long runs new ones", () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  expect(seedIn({})).toBe(seedIn({}));
  expect(seedIn({})).toBeGreaterThan(0);
  expect(said).not.toHaveBeenCalled();
  const long = seedIn({ LONG: "1" });
  expect(seedIn({ LONG: "1" })).not.toBe(long);
  expect(said.mock.calls[0]?.[0]).toContain(`SEED=${long} `);
  expect(seedIn({ SEED: "7", LONG: "1" })).toBe(7);
});

test("every test with full figures is a part of a long run", () => {
  const full = globSync("test/**/*.{test,spec}.ts").filter((file) =>
    /env\.LONG|scaled\(|testRandomInputs\(/.test(readFileSync(file, "utf8")),
  );
  expect(full.length).toBeGreaterThan(10);
  expect(full.filter((file) => !PARTS.some((part) => file.includes(part)))).toEqual([]);
});
