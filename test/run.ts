import { spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync } from "node:fs";
import { constants, setPriority } from "node:os";
import { chromium } from "@playwright/test";
import { buildWhenStale } from "../worker/run/build/build-when-stale.ts";
import { commandOf } from "../worker/run/processes.ts";
import { chromiumAdvice, findChromium, findHeadless, HEADLESS } from "./chromium.ts";
import { failuresIn, firstLine, readReport, type VitestReport } from "./report.ts";

/**
 * `npm test`: types, lint, tests in workerd, journeys in a browser; then a line per failure, and the sum. `npm test --
 * apply` runs only tests with this word in their file or folder; of several words, any.
 */

const RESULTS = "test-results";
const TSC = commandOf("tsc", "typescript");
const BIOME = commandOf("biome", "@biomejs/biome");
const VITEST = commandOf("vitest");
const PLAYWRIGHT = commandOf("playwright", "@playwright/test");

interface Tally {
  passed: number;
  /** What failed, one line each. */
  failed: string[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: Suite[];
  /** Errors outside of all tests, such as a server that did not start. */
  errors: { message?: string }[];
}

interface JourneyTest {
  status: string;
  results: { error?: { message?: string; location?: { line: number } } }[];
}

interface Suite {
  specs: { title: string; file: string; line: number; tests: JourneyTest[] }[];
  suites?: Suite[];
}

rmSync(RESULTS, { recursive: true, force: true });
mkdirSync(RESULTS);

const words = process.argv.slice(2);
const files = globSync("test/**/*.{test,spec}.{ts,tsx}")
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => words.some((word) => file.includes(word)));
/** The present step of the run. */
let step = 0;
const steps = words.length === 0 ? 2 : new Set(files.map(isJourney)).size;
const tallies = words.length > 0 ? await chosen() : await everything();
const passed = tallies.reduce((total, tally) => total + tally.passed, 0);
const failed = tallies.flatMap((tally) => tally.failed);
console.log(`\n${[...failed.map((line) => `FAILED ${line}`), `${passed} passed, ${failed.length} failed`].join("\n")}`);
process.exit(failed.length === 0 ? 0 : 1);

/** Checks of the sources run beside the tests, whenever those wait, and report after them. */
async function everything() {
  const checks = [
    single("types", [TSC, "-b"]),
    single("lint and format", [BIOME, "check", "--error-on-warnings", "."]),
  ];
  const tests = await vitest();
  return [...(await Promise.all(checks)), tests, await journeys()];
}

async function chosen() {
  const [journeysOnly, others] = [files.filter(isJourney), files.filter((file) => !isJourney(file))];
  if (files.length === 0) return [{ passed: 0, failed: [`no test's file has ${words.join(" or ")} in its name`] }];
  return [
    ...(others.length > 0 ? [await vitest(others)] : []),
    ...(journeysOnly.length > 0 ? [await journeys(journeysOnly)] : []),
  ];
}

function isJourney(file: string) {
  return file.endsWith(".spec.ts");
}

/** A check without tests of its own counts as one. */
async function single(name: string, command: string[]): Promise<Tally> {
  let said = "";
  const check = spawn(process.execPath, command, { stdio: ["ignore", "pipe", "pipe"] });
  if (check.pid) setPriority(check.pid, constants.priority.PRIORITY_LOW);
  for (const output of [check.stdout, check.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise((resolve) => check.on("error", resolve).on("close", resolve));
  console.log(`\n== ${name}\n${said}`);
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [name] };
}

async function vitest(only: string[] = []): Promise<Tally> {
  sayNext(`tests in workerd, Node and a DOM${only.length > 0 ? "" : ", with types and lint beside them"}`);
  const file = `${RESULTS}/workerd.json`;
  // A long run shows its progress.
  const reporters = [
    `--reporter=${process.env.LONG ? "verbose" : "default"}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const isFine = await runBeside([VITEST, "run", ...only, ...reporters]);
  const report = readReport<VitestReport>(file);
  const failed =
    report && failuresIn(report).map((each) => [each.file, each.test, each.message].filter(Boolean).join(": "));
  return { passed: report?.numPassedTests ?? 0, failed: orItself("vitest", failed, isFine) };
}

async function journeys(only: string[] = []): Promise<Tally> {
  sayNext("pages and journeys in Chromium");
  const browser = foundOrInstalled();
  if (!browser) {
    const advice = chromiumAdvice(process.platform);
    return {
      passed: 0,
      failed: [`no Chromium was found or could be installed, so the journeys did not run: ${advice}`],
    };
  }
  // The journeys' servers would build it, too, but without showing progress.
  try {
    buildWhenStale();
  } catch {
    return { passed: 0, failed: ["the site could not be built, so the journeys did not run"] };
  }
  const isFine = await runBeside([PLAYWRIGHT, "test", ...only], { CHROMIUM: browser });
  const report = readReport<PlaywrightReport>(`${RESULTS}/journeys.json`);
  return {
    passed: report?.stats.expected ?? 0,
    failed: orItself(
      "playwright",
      report && [
        ...report.suites.flatMap(failedIn),
        ...report.errors.map(({ message }) => `playwright: ${firstLine(message)}`),
      ],
      isFine,
    ),
  };
}

function failedIn({ specs, suites = [] }: Suite): string[] {
  const failed = specs.flatMap(({ title, file, line, tests }) =>
    tests
      .filter(({ status }) => status === "unexpected" || status === "flaky")
      .map(({ results }) => {
        const { message, location } = results.find(({ error }) => error)?.error ?? {};
        return `${file}:${line} ${title}: line ${location?.line}: ${firstLine(message)}`;
      }),
  );
  return [...failed, ...suites.flatMap(failedIn)];
}

/** A run that failed without naming a test counts as the failure. */
function orItself(command: string, failed: string[] = [], isFine: boolean) {
  return isFine || failed.length > 0 ? failed : [`${command} itself`];
}

function sayNext(name: string) {
  console.log(`\n== ${++step} of ${steps}: ${name}`);
}

/** A Chromium of this machine, else Debian's headless one, else Playwright's own. Headless ones come first. */
function foundOrInstalled(): string | undefined {
  if (!process.env.CHROMIUM && !findHeadless()) installDebians();
  return findChromium() ?? playwrightsOwn();
}

function installDebians() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(
    `There is no ${HEADLESS}: as root this installs Debian's now (to use another browser, name it in CHROMIUM) ...`,
  );
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  spawnSync("apt-get", ["update", "-qq"], { stdio: "ignore", env });
  spawnSync("apt-get", ["install", "-y", "-qq", HEADLESS], { stdio: "ignore", env });
}

function playwrightsOwn() {
  const path = chromium.executablePath();
  if (!existsSync(path)) {
    console.log("There is no Chromium: this installs Playwright's now ...");
    spawnSync(process.execPath, [PLAYWRIGHT, "install", "chromium"], { stdio: "inherit" });
  }
  return existsSync(path) ? path : undefined;
}

async function runBeside(command: string[], env: Record<string, string> = {}) {
  const child = spawn(process.execPath, command, { stdio: "inherit", env: { ...process.env, ...env } });
  return (await new Promise((resolve) => child.on("error", resolve).on("close", resolve))) === 0;
}
