import { execFileSync, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { stripVTControlCharacters } from "node:util";
import { unstable_readConfig } from "wrangler";
import { wrangler, wranglerEnv } from "../../db/admin/local.ts";
import { brand } from "../../db/model/brand.ts";
import { buildWhenStale } from "./build-when-stale.ts";
import { breakingStatements, type Facts, problemsOf, resourcesOf, sharedWith, unsetFields } from "./deployable.ts";

/**
 * `npm run deploy`: names what is missing; else builds, migrates the deployed D1 and publishes. `-- --create` first creates
 * what Cloudflare does not have yet, `-- --staging` deploys [env.staging].
 */

const CONFIG = "wrangler.toml";
const OPTIONS = ["--create", "--staging"];

interface Said {
  isFine: boolean;
  output: string;
  /** What went wrong, in wrangler's words. */
  trouble: string;
}

const options = process.argv.slice(2);
if (options.some((option) => !OPTIONS.includes(option))) fail("Usage: npm run deploy [-- --create] [-- --staging]");
const isStaging = options.includes("--staging");
const again = `npm run deploy${isStaging ? " -- --staging" : ""}`;
// Empty, it means the site itself.
const environment = isStaging ? "staging" : "";
const env = { ...wranglerEnv, CLOUDFLARE_ENV: environment, WRANGLER_HIDE_BANNER: "true", NO_COLOR: "1" };

const unset = unsetFields(brand);
if (unset.length > 0) console.warn(`Not set in db/model/brand.ts, so the site does without: ${unset.join(", ")}.`);
const isMigrated = isSchemaMigrated();
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
if (!(await run("d1", "migrations", "apply", "DB", "--remote", "--config", CONFIG))) {
  fail(
    "Not deployed: the database refused a migration, see above. Cloudflare takes back what a refused migration did, and",
    "nothing was published: visitors get what they got before. Correct the migration, then run this again:",
    again,
  );
}
console.log("Publishing ...");
const before = await publishedVersion();
if (!(await run("deploy"))) {
  if ((await publishedVersion()) === before) {
    fail(
      "Not published: the upload failed, see above. The database is up to date already. Visitors get what they got before,",
      "and it works with this database, because migrations only add. Run this again; it goes on where it stopped:",
      again,
    );
  }
  fail(
    "Published, but something that belongs to the site could not be set, see above: its addresses, crons or queues may still",
    "be as before, and mail may wait until they are set. Run this again:",
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

/** Nothing but the sign-in is asked before it is clear which account to ask. */
async function askCloudflare({ account_id, ...config }: ReturnType<typeof unstable_readConfig>) {
  const who = await ask("whoami", "--json");
  const accounts: Facts["accounts"] = who.isFine ? JSON.parse(who.output).accounts : [];
  const isAccountChosen = accounts.length === 1 || Boolean(account_id || process.env.CLOUDFLARE_ACCOUNT_ID);
  const signInTrouble = who.isFine || /"loggedIn":\s*false/.test(who.output) ? [] : [who.trouble];
  const facts = { accounts, isAccountChosen, absent: [], wrongIds: [], hasHashKey: true, troubles: signInTrouble };
  if (accounts.length === 0 || !isAccountChosen) return facts;

  const resources = resourcesOf(config);
  const [list, secrets, ...states] = await Promise.all([
    ask("d1", "list", "--json"),
    ask("secret", "list", "--config", CONFIG),
    ...resources.map(({ info }) => (info ? ask(...info) : null)),
  ]);
  const databases: { name: string; uuid: string }[] = list.isFine ? JSON.parse(list.output) : [];
  const isAbsent = ({ trouble }: Said) => /\[code: 10006]|does not exist/.test(trouble);
  const isKnown = (name: string) => !list.isFine || databases.some((database) => database.name === name);
  return {
    ...facts,
    absent: resources.filter(({ name }, index) => {
      const said = states[index];
      return said ? isAbsent(said) : !isKnown(name);
    }),
    wrongIds: resources.flatMap(({ name, id }) => {
      const uuid = databases.find((database) => database.name === name)?.uuid;
      return id !== undefined && uuid !== undefined && uuid !== id ? [{ name, id: uuid }] : [];
    }),
    hasHashKey: secrets.output.includes('"HASH_KEY"'),
    troubles: [list, ...states].flatMap((said) => (said && !said.isFine && !isAbsent(said) ? [said.trouble] : [])),
  };
}

/** Creates what is absent at Cloudflare, and writes the ids of databases into wrangler.toml. Says whether anything was to do. */
async function create({ absent, wrongIds, hasHashKey, troubles }: Facts) {
  if (troubles.length > 0 || (absent.length === 0 && wrongIds.length === 0 && hasHashKey)) return false;
  for (const resource of absent) {
    const said = await ask(...resource.create);
    if (!said.isFine) fail(`The ${resource.kind} ${resource.name} could not be created: ${said.trouble}`);
    console.log(`Created the ${resource.kind} ${resource.name}.`);
    const id = /database_id = "(.+?)"/.exec(said.output)?.[1];
    if (id) writeId(resource.name, id);
  }
  for (const { name, id } of wrongIds) writeId(name, id);
  if (hasHashKey) return true;
  const key = randomBytes(32).toString("base64");
  const said = await askWith(key, "secret", "put", "HASH_KEY", "--config", CONFIG);
  if (!said.isFine) fail(`The secret HASH_KEY could not be set: ${said.trouble}`);
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
  const { isFine, output } = await ask("deployments", "status", "--json", "--config", CONFIG);
  return isFine ? JSON.parse(output).versions[0].version_id : undefined;
}

function ask(...args: string[]) {
  return askWith("", ...args);
}

async function askWith(input: string, ...args: string[]): Promise<Said> {
  const child = spawn(process.execPath, [wrangler, ...args], { env });
  child.stdin.end(input);
  const ended = new Promise((resolve) => child.on("close", resolve));
  const [output, errors] = await Promise.all([text(child.stdout), text(child.stderr)]);
  return { isFine: (await ended) === 0, output, trouble: troubleIn(errors || output) };
}

/** wrangler's error without its frame, its advice and the place of its log. */
function troubleIn(errors: string) {
  const plain = stripVTControlCharacters(errors);
  const [, said = plain] = /\[ERROR\](.*?)(If you think|🪵|$)/s.exec(plain) ?? [];
  return said.trim().replace(/\s+/g, " ");
}

/** Whether wrangler did it; what goes wrong is shown. */
async function run(...args: string[]) {
  const child = spawn(process.execPath, [wrangler, ...args], {
    env: { ...env, WRANGLER_LOG: "warn" },
    stdio: ["ignore", "inherit", "inherit"],
  });
  return (await new Promise((resolve) => child.on("close", resolve))) === 0;
}

function fail(...lines: string[]): never {
  console.error(lines.join("\n"));
  process.exit(1);
}
