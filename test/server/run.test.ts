import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

/** run.mjs, which starts every command, in a project without packages. */

const LOCK = JSON.stringify({ name: "project", lockfileVersion: 3, requires: true, packages: { "": {} } });
let project: string;

beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "run-"));
  cpSync("run.mjs", join(project, "run.mjs"));
  mkdirSync(join(project, "node_modules"));
  needs(">=20");
  writeFileSync(join(project, "package-lock.json"), LOCK);
  writeFileSync(join(project, "script.ts"), "process.exit(process.argv.length as number);");
});
afterEach(() => rmSync(project, { recursive: true }));

test("packages are installed once for each package-lock.json", () => {
  const installed = () => readFileSync(join(project, "node_modules/.installed"), "utf8");
  expect(run("script.ts", "one", "two")).toMatchObject({
    status: 4,
    said: expect.stringContaining("Installing the packages"),
  });
  expect(installed()).toBe(LOCK);
  expect(run("script.ts")).toMatchObject({ status: 2, said: "" });
  writeFileSync(join(project, "package-lock.json"), `${LOCK}\n`);
  expect(run("script.ts").said).toContain("Installing the packages");
  expect(installed()).toBe(`${LOCK}\n`);
});

test("what could not be installed counts as not installed, and nothing runs", () => {
  writeFileSync(join(project, "package-lock.json"), "no lock");
  const { status, complained } = run("script.ts");
  expect(status).toBe(1);
  expect(complained).toContain("The packages could not be installed, see above.");
  expect(existsSync(join(project, "node_modules/.installed"))).toBe(false);
});

test("where no Node is new enough, a sentence says which is needed", () => {
  needs(">=99.1");
  const { status, said, complained } = run("script.ts");
  expect([status, said]).toEqual([1, ""]);
  expect(complained).toBe(`This needs Node 99.1 or newer; you have ${process.versions.node}: https://nodejs.org\n`);
});

// Windows cannot ask a process to end.
describe.skipIf(process.platform === "win32")("a script that waits", () => {
  beforeEach(() => {
    writeFileSync(join(project, "node_modules/.installed"), LOCK);
    const finish = "process.on('SIGTERM', () => { console.log('finished'); process.exit(7); });";
    writeFileSync(join(project, "script.ts"), `${finish} setTimeout(() => {}, 60_000); console.log('waiting');`);
  });

  test("finishes when somebody ends run.mjs, which ends as it does", async () => {
    const started = spawn(process.execPath, ["run.mjs", "script.ts"], { cwd: project });
    await once(started.stdout, "data");
    started.kill("SIGTERM");
    expect(await once(started, "exit")).toEqual([7, null]);
  });

  test("finishes when somebody ends npm, and with it only the shell between", async () => {
    const env = { ...process.env, npm_lifecycle_event: "start" };
    const shell = spawn("sh", ["-c", '"$0" run.mjs script.ts; true', process.execPath], { cwd: project, env });
    await once(shell.stdout, "data");
    const rest = text(shell.stdout);
    shell.kill("SIGTERM");
    expect(await rest).toBe("finished\n");
  });
});

function needs(version: string, more = {}) {
  const own = {
    ...more,
    name: "project",
    engines: { node: ">=20" },
    devEngines: { runtime: { name: "node", version } },
  };
  writeFileSync(join(project, "package.json"), JSON.stringify(own));
}

function run(...args: string[]) {
  const ended = spawnSync(process.execPath, ["run.mjs", ...args], { cwd: project, encoding: "utf8" });
  return { status: ended.status, said: ended.stdout, complained: ended.stderr };
}
