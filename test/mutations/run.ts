import { execFileSync, spawn } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { commandOf } from "../../worker/run/processes.ts";
import { failuresIn, readReport, type VitestReport } from "../report.ts";
import { setSeed } from "../seed.ts";
import { type Mutation, mutations } from "./list.ts";

/**
 * `npm run test:mutations` breaks the code in one way of list.ts at a time, and says which test notices; `npm run
 * test:mutations -- stop lead` selects by words in their names. It works in copies of the project.
 */

/** Mutations tried at the same time, each in its own copy. */
const LANES = 2;
/** A longer run hangs, however busy the machine is. */
const LONGEST_RUN_MS = 60 * 60_000;

/** The first failing test, if any, or why the tests could not run. */
interface Result {
  failed?: string;
  trouble?: string;
}
type Verdict = "red" | "GREEN" | "equivalent" | "WRONG";

const words = process.argv.slice(2);
const chosen = mutations.filter(({ name }) => words.length === 0 || words.some((word) => name.includes(word)));
if (chosen.length === 0) end(`No mutation has ${words.join(" or ")} in its name.`);
const problems = mutations.flatMap(problemsOf);
if (problems.length > 0) end(`${problems.join("\n")}\nPlease mend test/mutations/list.ts.`);

setSeed();
const stopped = new AbortController();
const folder = realpathSync(mkdtempSync(join(tmpdir(), "mutations-")));
process.on("exit", () => {
  stopped.abort();
  rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => process.exit(1));
const copies = Array.from({ length: Math.min(LANES, chosen.length) }, (_, lane) => copyOfProject(String(lane)));

const tests = new Set(chosen.flatMap((each) => each.tests));
console.log(
  `First ${tests.size} files of tests have to pass as the code is, which takes some minutes when they are many ...`,
);
const asItIs = await run(copies[0] as string, [...tests]);
if (asItIs.trouble) end(asItIs.trouble);
if (asItIs.failed) end(`This test fails without any mutation, so it would show nothing:\n${asItIs.failed}`);

const verdicts: Verdict[] = [];
const waiting = [...chosen];
await Promise.all(
  copies.map(async (copy) => {
    for (let next = waiting.shift(); next; next = waiting.shift()) {
      const [verdict, why] = verdictOn(next, await tried(copy, next));
      verdicts.push(verdict);
      console.log(`${verdicts.length}/${chosen.length} ${verdict} ${next.name} (${why})`);
    }
  }),
);
const [red, green, equivalent, wrong] = (["red", "GREEN", "equivalent", "WRONG"] as const).map(
  (verdict) => verdicts.filter((each) => each === verdict).length,
);
console.log(`\n${chosen.length} mutations: ${red} red, ${green} green, ${equivalent} equivalent, ${wrong} wrong`);
process.exit(green === 0 && wrong === 0 ? 0 : 1);

function end(why: string): never {
  console.error(why);
  process.exit(1);
}

/** Sentences that say why a mutation cannot be tried. */
function problemsOf({ name, file, from, tests }: Mutation) {
  const times = existsSync(file) ? readFileSync(file, "utf8").split(from).length - 1 : 0;
  return [
    ...(times === 1 ? [] : [`${name}: '${from}' has to stand once in ${file}, and does ${times} times.`]),
    ...tests.filter((test) => !fileOf(test)).map((test) => `${name}: there is no test ${test}.`),
  ];
}

/** 'worker/stop' is test/worker/contact/stop.test.ts. */
function fileOf(test: string) {
  return globSync(`test/${test}.test.{ts,tsx}`)[0];
}

/** All files that git knows or would add, with the packages of this folder. */
function copyOfProject(name: string) {
  const copy = join(folder, name);
  const files = execFileSync("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], {
    encoding: "utf8",
  });
  for (const file of files.split("\0").filter((file) => file && existsSync(file))) cpSync(file, join(copy, file));
  symlinkSync(resolve("node_modules"), join(copy, "node_modules"), "junction");
  return copy;
}

async function tried(copy: string, { file, from, to, tests }: Mutation) {
  const path = join(copy, file);
  const before = readFileSync(path, "utf8");
  writeFileSync(
    path,
    before.replace(from, () => to),
  );
  const result = await run(copy, tests);
  writeFileSync(path, before);
  return result;
}

async function run(copy: string, tests: string[]): Promise<Result> {
  const output = join(copy, "report.json");
  rmSync(output, { force: true });
  const files = tests.map((test) => fileOf(test) as string);
  const args = ["run", ...files, "--bail=1", "--reporter=json", `--outputFile=${output}`];
  // Its tests run only when they are asked for, since they may have to install Postgres.
  const env = { ...process.env, POSTGRES: "1" };
  const options = { cwd: copy, env, stdio: "ignore", signal: stopped.signal, timeout: LONGEST_RUN_MS } as const;
  const vitest = spawn(process.execPath, [commandOf("vitest"), ...args], options);
  const code = await new Promise((resolve) => vitest.on("error", resolve).on("close", resolve));
  const report = readReport<VitestReport>(output);
  if (!report) return { trouble: "vitest wrote no report" };
  const [failure] = failuresIn(report);
  if (!failure) return code === 0 ? {} : { trouble: "vitest itself failed" };
  const { file, test, message } = failure;
  const name = relative(join(copy, "test"), file).replace(/\.test\.tsx?$/, "");
  return test === null ? { trouble: `${name}: ${message}` } : { failed: `${name}: ${test}` };
}

function verdictOn({ breaks, equivalent }: Mutation, { failed, trouble }: Result): [Verdict, string] {
  if (trouble) return ["WRONG", `the tests do not run with it: ${trouble}`];
  if (equivalent) return failed ? ["WRONG", `no equivalent, since this fails: ${failed}`] : ["equivalent", equivalent];
  return failed ? ["red", failed] : ["GREEN", `nobody noticed that this is broken: ${breaks}`];
}
