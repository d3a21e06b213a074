import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { unstable_readConfig } from "wrangler";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { brand } from "../../db/model/brand.ts";
import { buildWhenStale } from "./build-when-stale.ts";
import { type Ask, openAccounts } from "./cloudflare.ts";
import {
  breakingStatements,
  type Facts,
  isUnset,
  problemsOf,
  resourcesOf,
  sharedWith,
  unsetFields,
} from "./deployable.ts";

/**
 * `npm run deploy`: names what is missing or, if nothing is, builds, migrates the deployed D1 and publishes. `-- --create`
 * first creates what Cloudflare does not have yet, `-- --staging` deploys [env.staging].
 */

const CONFIG = "wrangler.toml";
const OPTIONS = ["--create", "--staging"];

/** What we read of a database, a bucket or a queue. */
interface Found {
  name?: string;
  queue_name?: string;
  uuid?: string;
}

interface Deployments {
  deployments: { versions: { version_id: string }[] }[];
}

const options = process.argv.slice(2);
if (options.some((option) => !OPTIONS.includes(option))) fail("Usage: npm run deploy [-- [--create] [--staging]]");
const isStaging = options.includes("--staging");
const again = `npm run deploy${isStaging ? " -- --staging" : ""}`;
// Empty, it means the site itself.
const environment = isStaging ? "staging" : "";

const unset = unsetFields(brand);
if (unset.length > 0) console.warn(`Not set in db/model/brand.ts, so the site does without: ${unset.join(", ")}.`);
const isMigrated = isSchemaMigrated();
const ask = openAccounts();
let facts = await gatherFacts();
if (options.includes("--create") && (await create(facts))) facts = await gatherFacts();
const problems = problemsOf(facts);
if (problems.length > 0) fail(["Not deployed, because:", ...problems.map((problem) => `- ${problem}`)].join("\n"));

try {
  buildWhenStale(environment);
} catch {
  fail("Not deployed: the site could not be built, see above. Nothing has changed.");
}
console.log("Bringing the database up to date ...");
if (!(await run({}, "d1", "migrations", "apply", "DB", "--remote", "--config", CONFIG))) {
  fail(
    "Not deployed: the database refused a migration, see above. Cloudflare takes back what a refused migration did, and",
    "nothing was published: visitors get what they got before. Correct the migration, then run this again:",
    again,
  );
}
console.log("Publishing ...");
const before = await publishedVersion();
if (!(await run({}, "deploy"))) {
  const now = await publishedVersion();
  if (now !== undefined && now !== before) {
    fail(
      "Published, but something that belongs to the site could not be set, see above: its addresses, crons or queues may",
      "still be as before, and mail may wait until they are set. Run this again:",
      again,
    );
  }
  fail(
    "Not published: the upload failed, see above. The database is up to date already. Visitors get what they got before, and",
    "it works with this database, because migrations only add. Run this again; it goes on where it stopped:",
    again,
  );
}
console.log(`Published: ${facts.vars.SITE_URL}`);

async function gatherFacts(): Promise<Facts> {
  const config = unstable_readConfig({ config: CONFIG, env: environment });
  const routes: (string | { pattern: string })[] = config.routes ?? [];
  return {
    isStaging,
    ...(await askCloudflare(config)),
    vars: config.vars,
    hasSender: config.send_email.some(({ name }: { name: string }) => name === "EMAIL"),
    routes: routes.map((route) => (typeof route === "string" ? route : route.pattern)),
    shared: isStaging ? sharedWith(unstable_readConfig({ config: CONFIG, env: "" }), config) : [],
    previewUrls: config.preview_urls,
    observability: config.observability,
    isSchemaMigrated: isMigrated,
    // Nothing ran before the first.
    breaking: globSync("migrations/*.sql")
      .sort()
      .slice(1)
      .flatMap((file) => breakingStatements(readFileSync(file, "utf8"))),
  };
}

/** Asks only for the accounts until it is clear which one is meant. */
async function askCloudflare(config: ReturnType<typeof unstable_readConfig>) {
  const known = { accounts: [], isAccountChosen: false, absent: [], wrongIds: [], hasHashKey: true, troubles: [] };
  const list = await ask?.<Facts["accounts"]>("/accounts");
  if (!list) return known;
  if (!list.isFine) return { ...known, troubles: [list.trouble] };
  const accounts = list.result;
  const account = accountOf(config, accounts);
  if (!account) return { ...known, accounts };

  const resources = resourcesOf(config);
  const [secrets, ...states] = await Promise.all([
    account<{ name: string }[]>(`/workers/scripts/${config.name}/secrets`),
    ...resources.map(({ info }) => account<Found | Found[]>(info)),
  ]);
  const found = resources.map(({ name }, index) =>
    [states[index]?.result ?? []].flat().find((each) => each.name === name || each.queue_name === name),
  );
  return {
    accounts,
    isAccountChosen: true,
    absent: resources.filter((_, index) => !found[index] && (states[index]?.isFine || states[index]?.isAbsent)),
    wrongIds: resources.flatMap(({ name, id }, index) => {
      const uuid = found[index]?.uuid;
      return id !== undefined && uuid !== undefined && uuid !== id ? [{ name, id: uuid, written: id }] : [];
    }),
    // If the list cannot be read, there may be one, and it must not be replaced.
    hasHashKey: secrets.isFine ? secrets.result.some(({ name }) => name === "HASH_KEY") : !secrets.isAbsent,
    troubles: [secrets, ...states].flatMap(({ isFine, isAbsent, trouble }) => (isFine || isAbsent ? [] : [trouble])),
  };
}

/** Asks about the account that wrangler will use; undefined when several could be meant. */
function accountOf({ account_id }: { account_id?: string }, accounts: Facts["accounts"]): Ask | undefined {
  const chosen = account_id || process.env.CLOUDFLARE_ACCOUNT_ID || (accounts.length === 1 && accounts[0]?.id);
  return chosen && ask ? (path, body) => ask(`/accounts/${chosen}${path}`, body) : undefined;
}

/**
 * Creates what is absent at Cloudflare and writes the ids of databases into wrangler.toml. Returns whether there was anything to do.
 * Does nothing where wrangler.toml has an id that is not known here: it may be another account's.
 */
async function create({ accounts, absent, wrongIds, hasHashKey, troubles }: Facts) {
  const account = accountOf(unstable_readConfig({ config: CONFIG, env: environment }), accounts);
  const ids = [...absent.map(({ id = "" }) => id), ...wrongIds.map(({ written }) => written)];
  if (!account || troubles.length > 0 || !ids.every(isUnset) || (ids.length === 0 && hasHashKey)) return false;
  for (const { kind, name, collection, settings } of absent) {
    const { isFine, result, trouble } = await account<Found>(collection, settings);
    if (!isFine) fail(`The ${kind} ${name} could not be created: ${trouble}`);
    console.log(`Created the ${kind} ${name}.`);
    if (result.uuid) writeId(name, result.uuid);
  }
  for (const { name, id } of wrongIds) writeId(name, id);
  if (hasHashKey) return true;
  const key = randomBytes(32).toString("base64");
  // wrangler, because the Worker that has the secret may have to be created too.
  if (!(await run({ input: key }, "secret", "put", "HASH_KEY", "--config", CONFIG))) {
    fail("The secret HASH_KEY could not be set, see above.");
  }
  console.log(
    `Set the secret HASH_KEY. Nobody can read it at Cloudflare again, so keep it in your password manager: ${key}`,
  );
  return true;
}

function writeId(name: string, id: string) {
  const config = readFileSync(CONFIG, "utf8");
  const written = config.replace(
    new RegExp(`(database_name = "${name}"[^\\]}]*?database_id = ")[^"]*`),
    (_, before) => before + id,
  );
  if (written === config) fail(`Put database_id = "${id}" beside database_name = "${name}" in wrangler.toml.`);
  writeFileSync(CONFIG, written);
  console.log(`Wrote the id of ${name} into wrangler.toml: commit that.`);
}

/** Whether drizzle-kit has nothing to add to a copy of the migrations. */
function isSchemaMigrated() {
  mkdirSync(".wrangler", { recursive: true });
  const copy = mkdtempSync(".wrangler/migrations-");
  try {
    cpSync("migrations", copy, { recursive: true });
    const before = readdirSync(copy).length;
    const options = ["--dialect=sqlite", "--schema=db/schema.ts", `--out=${copy}`];
    execFileSync("node_modules/.bin/drizzle-kit", ["generate", ...options], { stdio: ["ignore", "ignore", "inherit"] });
    return readdirSync(copy).length === before;
  } finally {
    rmSync(copy, { recursive: true });
  }
}

/** Id of the version that visitors get; undefined before the first. */
async function publishedVersion() {
  const config = unstable_readConfig({ config: CONFIG, env: environment });
  const answer = await accountOf(config, facts.accounts)?.<Deployments>(`/workers/scripts/${config.name}/deployments`);
  return answer?.isFine ? answer.result.deployments[0]?.versions[0]?.version_id : undefined;
}

/** Runs wrangler, and returns whether it succeeded. What goes wrong is shown. */
async function run({ input = "" }, ...args: string[]) {
  const env = { ...wranglerEnv, CLOUDFLARE_ENV: environment, WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG: "warn" };
  const child = spawn(process.execPath, [wrangler, ...args], { env, stdio: ["pipe", "inherit", "inherit"] });
  child.stdin.end(input);
  const [code] = await once(child, "close");
  return code === 0;
}

function fail(...lines: string[]): never {
  console.error(lines.join("\n"));
  process.exit(1);
}
