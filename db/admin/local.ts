import { execFileSync } from "node:child_process";
import { globSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { migrationNames, NOTES, noteOf, sqlOf } from "./migrations.ts";

/** Where the simulated Cloudflare keeps its data. Tests use a folder of their own. */
export const STATE = process.env.STATE || ".wrangler/state";
export const wrangler = "node_modules/wrangler/wrangler-dist/cli.js";
export const wranglerEnv = {
  ...process.env,
  CI: "true",
  // Not the one of all Workers on this machine, where a server in another folder, or with a moved clock, disturbs ours.
  WRANGLER_REGISTRY_PATH: resolve(".wrangler/registry"),
  CLOUDFLARE_CF_FETCH_ENABLED: "false",
  WRANGLER_SEND_METRICS: "false",
  X_LOCAL_OBSERVABILITY: "false",
  X_LOCAL_EXPLORER: "false",
};

/**
 * Brings the local D1 up to date, or throws a sentence. Runs wrangler, which takes seconds, only if it must, and once
 * for all migrations: its own command for them starts a database for each.
 */
export function migrateLocally() {
  const missing = missingMigrations();
  if (missing.length === 0) return;
  const file = join(STATE, "migrations.sql");
  mkdirSync(STATE, { recursive: true });
  writeFileSync(file, [`${NOTES};`, ...missing.flatMap((name) => [sqlOf(name), `${noteOf(name)};`])].join("\n"));
  try {
    execFileSync(
      process.execPath,
      [wrangler, "d1", "execute", "DB", "--file", file, "--local", "--persist-to", STATE, "--config", "wrangler.toml"],
      { stdio: ["ignore", "ignore", "inherit"], env: wranglerEnv },
    );
  } catch {
    throw new Error(
      `The local database in ${STATE} is damaged or cannot be brought up to date. It is as it was before. Move that folder away to start with an empty one.`,
    );
  }
}

function missingMigrations() {
  const wanted = migrationNames();
  try {
    const [file = ""] = databaseFiles();
    using database = new DatabaseSync(file, { readOnly: true });
    const applied = database.prepare("select name from d1_migrations").all();
    return wanted.filter((name) => !applied.some((row) => row.name === name));
  } catch {
    // The database is missing or damaged; wrangler will say which.
    return wanted;
  }
}

/** The file of the local D1; empty if there is none yet. */
export function databaseFiles(state = STATE) {
  return globSync(`${state}/v3/d1/miniflare-D1DatabaseObject/*.sqlite`).filter(
    (name) => !name.endsWith("metadata.sqlite"),
  );
}

/** Like `migrateLocally`, but for a command: ends it with a last line that says why. */
export function migrateOrExit() {
  try {
    migrateLocally();
  } catch (error) {
    console.error((error as Error).message);
    process.exit(1);
  }
}

if (import.meta.main) migrateOrExit();
