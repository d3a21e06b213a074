import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { unstable_readConfig } from "wrangler";
import { wrangler } from "../../db/admin/local.ts";
import { brand } from "../../db/model/brand.ts";
import { type Facts, problemsOf, unsetFields } from "./deployable.ts";

/** `npm run deploy`: refuses while something is missing; else builds, migrates the deployed D1 and deploys. */

const unset = unsetFields(brand);
if (unset.length > 0) console.warn(`Not set in db/model/brand.ts, so the site does without: ${unset.join(", ")}.`);
const problems = problemsOf(gatherFacts());
if (problems.length > 0) {
  console.error(["Not deployed, because:", ...problems.map((problem) => `- ${problem}`)].join("\n"));
  process.exit(1);
}
execFileSync("npm", ["run", "--silent", "build"], { stdio: "inherit" });
cloudflare("d1", "migrations", "apply", "DB", "--remote", "--config", "wrangler.toml");
cloudflare("deploy");

function gatherFacts(): Facts {
  const { vars, d1_databases, r2_buckets, queues, send_email, preview_urls, observability } = unstable_readConfig({
    config: "wrangler.toml",
  });
  const queueNames = [...queues.producers, ...(queues.consumers ?? [])].map(({ queue }) => queue);
  const needed = [
    ...r2_buckets.map(({ bucket_name }: { bucket_name?: string }) => `r2 bucket info ${bucket_name}`),
    ...[...new Set(queueNames)].map((queue) => `queues info ${queue}`),
  ];
  const isSignedIn = succeeds("whoami --json");
  return {
    vars,
    databaseId: d1_databases[0]?.database_id,
    isSignedIn,
    hasSender: send_email.some(({ name }: { name: string }) => name === "EMAIL"),
    // We cannot know this for somebody who is not signed in, and signing in comes first.
    hasHashKey: !isSignedIn || outputOf("secret list").includes('"HASH_KEY"'),
    absent: isSignedIn ? needed.filter((command) => !succeeds(command)) : [],
    previewUrls: preview_urls,
    observability,
    isSchemaMigrated: isSchemaMigrated(),
  };
}

/** Whether drizzle-kit has nothing to add to a copy of the migrations. */
function isSchemaMigrated() {
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

function succeeds(command: string) {
  return ask(command).status === 0;
}

function outputOf(command: string) {
  return ask(command).stdout;
}

function ask(command: string) {
  return spawnSync(process.execPath, [wrangler, ...command.split(" ")], { encoding: "utf8" });
}

function cloudflare(...args: string[]) {
  execFileSync(process.execPath, [wrangler, ...args], { stdio: "inherit" });
}
