import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

for (const [what, name] of [
  ["a Cyrillic letter that looks like a Latin one", "m\u0430ria"],
  ["a sign that becomes a letter in lower case", "\u212aate"],
  ["an invisible character", "ma\u200bria"],
  ["a blank", "maria lopez"],
] as const) {
  test(`\`npm run author -- add\` refuses a name with ${what}`, () => {
    const { status, stderr, stdout } = spawnSync("node", ["db/author.ts", "add", name], { encoding: "utf8" });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "Use 2 to 60 letters from a to z, digits, dots, hyphens and underscores, a letter or digit first.\n",
    );
  });
}
