import { execFileSync, spawn, spawnSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, rmSync } from "node:fs";
import { failuresIn, firstLine, readReport, type VitestReport } from "./report.ts";

/**
 * `npm test`: types, lint, tests in workerd, journeys in a browser; then each failure in a line, and the sum in one.
 * `npm test -- apply` runs the tests alone whose file has the word in its name or folder; several words are alternatives.
 */

const RESULTS = "test-results";
/** Chromium without windows: the same engine at two thirds of the work. */
const HEADLESS = "chromium-headless-shell";
const BROWSERS = ["chromium", "chromium-browser", "google-chrome"];

interface Tally {
  passed: number;
  /** What failed, each in a line. */
  failed: string[];
}

interface PlaywrightReport {
  stats: { expected: number };
  suites: Suite[];
  /** What went wrong outside of every test, such as a server that did not start. */
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
const files = globSync("test/**/*.{test,spec}.{ts,tsx}").filter((file) => words.some((word) => file.includes(word)));
const tallies = words.length > 0 ? await chosen() : await everything();
const passed = tallies.reduce((total, tally) => total + tally.passed, 0);
const failed = tallies.flatMap((tally) => tally.failed);
console.log(`\n${[...failed.map((line) => `FAILED ${line}`), `${passed} passed, ${failed.length} failed`].join("\n")}`);
process.exit(failed.length === 0 ? 0 : 1);

/** What looks at the sources runs beside the tests, and says what it found after them. */
async function everything() {
  const checks = [
    single("types", "tsc", ["-b"]),
    single("lint and format", "biome", ["check", "--error-on-warnings", "."]),
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

/** A check that has no tests of its own counts as one. */
async function single(name: string, command: string, args: string[]): Promise<Tally> {
  let said = "";
  const check = spawn(command, args, { stdio: ["ignore", "pipe", "pipe"] });
  for (const output of [check.stdout, check.stderr]) output.setEncoding("utf8").on("data", (text) => (said += text));
  const code = await new Promise((resolve) => check.on("error", resolve).on("close", resolve));
  console.log(`\n== ${name}\n${said}`);
  return code === 0 ? { passed: 1, failed: [] } : { passed: 0, failed: [name] };
}

async function vitest(only: string[] = []): Promise<Tally> {
  console.log("\n== tests in workerd");
  const file = `${RESULTS}/workerd.json`;
  // A long run says how far it came.
  const reporters = [
    `--reporter=${process.env.LONG ? "verbose" : "default"}`,
    "--reporter=json",
    `--outputFile.json=${file}`,
  ];
  const isFine = await runBeside("vitest", ["run", ...only, ...reporters]);
  const report = readReport<VitestReport>(file);
  const failed =
    report && failuresIn(report).map((each) => [each.file, each.test, each.message].filter(Boolean).join(": "));
  return { passed: report?.numPassedTests ?? 0, failed: orItself("vitest", failed, isFine) };
}

async function journeys(only: string[] = []): Promise<Tally> {
  const chromium = findChromium();
  if (!chromium) return missingBrowser();
  console.log("\n== journeys in Chromium");
  const isFine = await runBeside("playwright", ["test", ...only, ...(only.length > 0 ? ["--no-deps"] : [])], {
    CHROMIUM: chromium,
  });
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

/** A run that ended badly without naming a test has failed itself. */
function orItself(command: string, failed: string[] = [], isFine: boolean) {
  return isFine || failed.length > 0 ? failed : [`${command} itself`];
}

function missingBrowser(): Tally {
  const advice = `install Debian's ${HEADLESS}, or name another Chromium in CHROMIUM`;
  return { passed: 0, failed: [`no Chromium was found, so the journeys did not run: ${advice}`] };
}

/** The one that is named, else the headless Chromium of the system or from Debian's package, else another on the system, else Playwright's own. */
function findChromium(): string | undefined {
  return process.env.CHROMIUM ?? inSystem([HEADLESS]) ?? debians() ?? inSystem(BROWSERS) ?? playwrightsOwn();
}

function inSystem(names: string[]) {
  const folders = [...(process.env.PATH ?? "").split(":"), "/usr/bin"];
  return folders.flatMap((folder) => names.map((name) => `${folder}/${name}`)).find(existsSync);
}

function debians() {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return;
  console.log(
    `There is no ${HEADLESS}: as root this installs Debian's now (to use another browser, name it in CHROMIUM) ...`,
  );
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  run("apt-get", ["update", "-qq"], env, "ignore");
  run("apt-get", ["install", "-y", "-qq", HEADLESS], env, "ignore");
  return inSystem([HEADLESS]);
}

function playwrightsOwn() {
  console.log("Looking for Playwright's Chromium ...");
  if (!run("playwright", ["install", "chromium"], {}, "ignore")) return;
  const script = 'import("@playwright/test").then(({ chromium }) => console.log(chromium.executablePath()))';
  const path = execFileSync(process.execPath, ["-e", script], { encoding: "utf8" }).trim();
  return existsSync(path) ? path : undefined;
}

function run(
  command: string,
  args: string[],
  env: Record<string, string> = {},
  stdio: "inherit" | "ignore" = "inherit",
) {
  return spawnSync(command, args, { stdio, env: { ...process.env, ...env } }).status === 0;
}

/** As `run`, while other things go on. */
async function runBeside(command: string, args: string[], env: Record<string, string> = {}) {
  const child = spawn(command, args, { stdio: "inherit", env: { ...process.env, ...env } });
  return (await new Promise((resolve) => child.on("error", resolve).on("close", resolve))) === 0;
}
