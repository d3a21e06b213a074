import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, rmSync } from "node:fs";
import { resolve } from "node:path";
import { expect, test } from "@playwright/test";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";

/** The site as it is built for these tests must not be published by wrangler alone, which checks nothing. */

const REFUSAL = "Publish with npm run deploy, which checks and builds first";
const COMMANDS = [["deploy"], ["deploy", "--env", "staging"], ["versions", "upload"]];

for (const command of COMMANDS) {
  test(`wrangler ${command.join(" ")} refuses with a sentence after a build`, () => {
    expect(existsSync("dist/bluebonnet_auto_prequal/wrangler.json")).toBe(true);
    expect(run(command, ".")).toEqual({ status: 1, said: expect.stringContaining(REFUSAL) });
  });
}

test("wrangler deploy refuses with the same sentence in a fresh clone", () => {
  const clone = test.info().outputPath("clone");
  mkdirSync(`${clone}/worker/site`, { recursive: true });
  for (const file of ["wrangler.toml", "worker/site/index.ts"]) cpSync(file, `${clone}/${file}`);
  expect(run(["deploy"], clone)).toEqual({ status: 1, said: expect.stringContaining(REFUSAL) });
  rmSync(clone, { recursive: true });
});

/** Runs wrangler in this folder, where it publishes nothing even if it would. */
function run(command: string[], folder: string) {
  const { status, stderr } = spawnSync(process.execPath, [resolve(wrangler), ...command, "--dry-run"], {
    cwd: folder,
    env: { ...wranglerEnv, WRANGLER_LOG: "error" },
    encoding: "utf8",
  });
  return { status, said: stderr };
}
