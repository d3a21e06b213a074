import { expect, test, vi } from "vitest";
import { setSeed } from "../seed.ts";

function seedIn(given: { SEED?: string; LONG?: string }) {
  const env = { ...given };
  setSeed(env);
  return Number(env.SEED);
}

test("random tests of one commit have one seed, a long run has a new one and says it, and SEED repeats any", () => {
  const said = vi.spyOn(console, "log").mockReturnValue();
  expect(seedIn({})).toBe(seedIn({}));
  expect(seedIn({})).toBeGreaterThan(0);
  expect(said).not.toHaveBeenCalled();
  const long = seedIn({ LONG: "1" });
  expect(seedIn({ LONG: "1" })).not.toBe(long);
  expect(said.mock.calls[0]?.[0]).toContain(`SEED=${long} `);
  expect(seedIn({ SEED: "7", LONG: "1" })).toBe(7);
});
