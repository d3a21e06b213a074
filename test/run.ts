import { execFileSync, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";

/** `npm test`: types, lint, tests in workerd, journeys in a browser; then one line with the sum. */

const RESULTS = "test-results";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

interface Tally {
  passed: number;
  failed: number;
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);

const chromium = findChromium();
const tallies = [
  single("types", "tsc", ["-b"]),
  single("lint and format", "biome", ["check", "--error-on-warnings", "."]),
  vitest(),
  chromium ? playwright(chromium) : missingBrowser(),
];
const sum = (part: keyof Tally) => tallies.reduce((total, tally) => total + tally[part], 0);
console.log(`\n${sum("passed")} passed, ${sum("failed")} failed`);
process.exit(sum("failed") === 0 ? 0 : 1);

/** A check that has no tests of its own counts as one. */
function single(name: string, command: string, args: string[]): Tally {
  console.log(`\n== ${name}`);
  return run(command, args) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

function vitest(): Tally {
  console.log("\n== tests in workerd");
  const file = `${RESULTS}/workerd.json`;
  const isFine = run("vitest", ["run", "--reporter=default", "--reporter=json", `--outputFile.json=${file}`]);
  const report = read(file);
  const passed = Number(report?.numPassedTests ?? 0);
  const failed = Number(report?.numFailedTests ?? 0);
  return { passed, failed: isFine ? failed : Math.max(failed, 1) };
}

function playwright(browser: string): Tally {
  console.log("\n== journeys in Chromium");
  const isFine = run("playwright", ["test"], { CHROMIUM: browser });
  const stats = read(`${RESULTS}/journeys.json`)?.stats as Record<string, number> | undefined;
  const failed = (stats?.unexpected ?? 0) + (stats?.flaky ?? 0);
  return { passed: stats?.expected ?? 0, failed: isFine ? failed : Math.max(failed, 1) };
}

function missingBrowser(): Tally {
  console.error("No Chromium was found and none could be installed: the journeys did not run.");
  return { passed: 0, failed: 1 };
}

/** A Chromium of the system, else Playwright's own, else Debian's package when we may install it. */
function findChromium(): string | undefined {
  return inSystem() ?? playwrightsOwn() ?? debians();
}

function inSystem() {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/bin"];
  return folders.flatMap((folder) => BROWSERS.map((name) => `${folder}/${name}`)).find(existsSync);
}

function playwrightsOwn() {
  console.log("Looking for Playwright's Chromium ...");
  if (!run("playwright", ["install", "chromium"], {}, "ignore")) return;
  const script = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
  const path = execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
  return existsSync(path) ? path : undefined;
}

function debians() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log("Installing Debian's Chromium ...");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], env, "ignore");
  run("apt-get", ["install", "-y", "-qq", "chromium"], env, "ignore");
  return inSystem();
}

function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  stdio: "inherit" | "ignore" = "inherit",
) {
  return spawnSync(command, args, { stdio, env: { ...process.env, ...env } }).status === 0;
}

function read(file: string): Record<string, unknown> | undefined {
  return existsSync(file) ? JSON.parse(readFileSync(file, "utf8")) : undefined;
}
