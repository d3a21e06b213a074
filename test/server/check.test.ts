import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";

/** `npm run check` in a project whose stages end as a test wants. */

let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "check-"));
});
afterEach(() => rmSync(project, { recursive: true }));

test("every stage runs, and all that fail are named together", () => {
  const { status, stdout, stderr } = check({ words: 1, tsc: 0, biome: 2 });
  expect(status).toBe(1);
  expect(stdout).toBe("words --check\ntsc -b\nbiome check --error-on-warnings .\n");
  expect(stderr).toBe("Failed, see above: translations, lint and format\n");
});

test("a check without failures ends well", () => {
  expect(check({ words: 0, tsc: 0, biome: 0 })).toMatchObject({ status: 0, stderr: "" });
});

function check(codes: { words: number; tsc: number; biome: number }) {
  stage("web/words/run.ts", "words", codes.words);
  command("typescript", "tsc", codes.tsc);
  command("@biomejs/biome", "biome", codes.biome);
  return spawnSync(process.execPath, [resolve("worker/run/check.ts")], { cwd: project, encoding: "utf8" });
}

function command(packageName: string, name: string, code: number) {
  const folder = `node_modules/${packageName}`;
  stage(`${folder}/${name}.cjs`, name, code);
  writeFileSync(join(project, folder, "package.json"), JSON.stringify({ bin: { [name]: `${name}.cjs` } }));
}

/** A script that says how it was called. */
function stage(file: string, name: string, code: number) {
  mkdirSync(join(project, file, ".."), { recursive: true });
  const said = `console.log(["${name}", ...process.argv.slice(2)].join(" "));`;
  writeFileSync(join(project, file), `${said} process.exit(${code});`);
}
