import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { wrangler, wranglerEnv } from "../../../db/admin/local.ts";
import { brand } from "../../../db/model/site/brand.ts";
import { PUBLISHED } from "../build/build.ts";
import { buildWhenStale } from "../build/build-when-stale.ts";
import { commandOf } from "../processes.ts";
import { openAccounts } from "./cloudflare.ts";
import { deploy, NotDeployed } from "./deploy-steps.ts";
import { verify } from "./live-site.ts";

/**
 * `npm run deploy`: names what is missing or, if nothing is, builds, migrates the deployed D1, publishes and asks the site
 * whether all is set up. `-- --staging` deploys [env.staging].
 */

const BUILT_CONFIG = "dist/bluebonnet_auto_prequal/wrangler.json";
const options = process.argv.slice(2);

try {
  if (options.some((option) => option !== "--staging")) throw new NotDeployed("Usage: npm run deploy [-- --staging]");
  await deploy({
    config: "wrangler.toml",
    isStaging: options.includes("--staging"),
    isSchemaMigrated: isSchemaMigrated(),
    brand,
    ask: openAccounts(),
    build: buildWhenStale,
    wrangler: runWrangler,
    verify,
    pause,
    say: console.log,
  });
} catch (error) {
  if (!(error instanceof NotDeployed)) throw error;
  console.error(error.message);
  process.exit(1);
}

async function runWrangler(environment: string, ...args: string[]) {
  if (args[0] !== "deploy") return wranglerRuns(environment, args);
  mkdirSync(PUBLISHED, { recursive: true });
  writeFileSync(`${PUBLISHED}/config.json`, JSON.stringify({ configPath: `../../${BUILT_CONFIG}` }));
  try {
    return await wranglerRuns(environment, args);
  } finally {
    rmSync(PUBLISHED, { recursive: true });
  }
}

async function wranglerRuns(environment: string, args: string[]) {
  const env = { ...wranglerEnv, CLOUDFLARE_ENV: environment, WRANGLER_HIDE_BANNER: "true", WRANGLER_LOG: "warn" };
  const child = spawn(process.execPath, [wrangler, ...args], { env, stdio: ["ignore", "inherit", "inherit"] });
  const [code] = await once(child, "close");
  return code === 0;
}

/** Whether drizzle-kit finds nothing to add to a copy of the migrations. */
function isSchemaMigrated() {
  mkdirSync(".wrangler", { recursive: true });
  const copy = mkdtempSync(".wrangler/migrations-");
  try {
    cpSync("migrations", copy, { recursive: true });
    const before = readdirSync(copy).length;
    const drizzleKit = [commandOf("drizzle-kit"), "generate", "--dialect=sqlite", "--schema=db/schema.ts"];
    const stdio = ["ignore", "ignore", "inherit"] as const;
    execFileSync(process.execPath, [...drizzleKit, `--out=${copy}`], { stdio: [...stdio] });
    return readdirSync(copy).length === before;
  } finally {
    rmSync(copy, { recursive: true });
  }
}
