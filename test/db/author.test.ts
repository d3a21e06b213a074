import { spawnSync } from "node:child_process";
import { expect, test } from "vitest";

for (const [what, name] of [
  ["a Cyrillic letter that looks like a Latin one", "m\u0430ria"],
  ["a capital that gets a second dot in lower case", "mar\u0130a"],
  ["an invisible character", "ma\u200bria"],
  ["a blank", "maria lopez"],
] as const) {
  test(`\`npm run author -- add\` refuses a name with ${what}`, () => {
    const { status, stderr, stdout } = spawnSync("node", ["db/admin/author.ts", "add", name], {
      encoding: "utf8",
      env: { ...process.env, STATE: ".wrangler/nobody" },
    });
    expect([status, stdout]).toEqual([1, ""]);
    expect(stderr).toBe(
      "Use 2 to 60 letters from a to z, digits, dots, hyphens and underscores, a letter or digit first.\n",
    );
  });
}
