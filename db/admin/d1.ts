import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setTimeout } from "node:timers/promises";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import type { Query } from "../backup.ts";
import { type Bucket, localBucket, remoteBucket } from "./bucket.ts";
import { openApi } from "./cloudflare-api.ts";
import { migrateLocally, STATE, wrangler, wranglerEnv } from "./local.ts";

/** The database that a command works on. */
export interface D1 {
  /** The rows of each statement. */
  query: Query;
  /** Runs all statements or none, in one transaction (remotely, one import). */
  run(statements: Iterable<string> | AsyncIterable<string>): Promise<void>;
  migrate(): Promise<void>;
  close(): Promise<void>;
}

/** The site's database and images, on this machine or, with --remote, as deployed. */
export interface Site extends D1 {
  media: Bucket;
  backups: Bucket;
}

interface Bindings {
  DB: D1Database;
  MEDIA: R2Bucket;
  BACKUPS: R2Bucket;
}

const NOTICED_WITHIN_MS = 10;

export async function openLocal(): Promise<Site> {
  let proxy = await openPlatform();
  const batch = async (statements: string[]) => {
    const prepared = statements.map((sql) => proxy.env.DB.prepare(sql));
    // Preparing many statements blocks Node for seconds. It needs time to notice a connection closed meanwhile.
    await setTimeout(NOTICED_WITHIN_MS);
    return proxy.env.DB.batch<Record<string, unknown>>(prepared);
  };
  return {
    query: async (statements) => (await batch(statements)).map(({ results }) => results),
    run: async (statements) => {
      const all: string[] = [];
      for await (const statement of statements) all.push(statement);
      await batch(all);
    },
    migrate: async () => {
      // Migrating runs in another process, and two of them on one local database crash workerd.
      await proxy.dispose();
      migrateLocally();
      proxy = await openPlatform();
    },
    close: () => proxy.dispose(),
    media: localBucket(() => proxy.env.MEDIA),
    backups: localBucket(() => proxy.env.BACKUPS),
  };
}

/** The database and the buckets of the local site, for use without a server. */
export function openPlatform() {
  const { name, compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({ config: "wrangler.toml" });
  const configPath = `${STATE}/platform.json`;
  mkdirSync(STATE, { recursive: true });
  // Without the Worker's code there is no Durable Object, which wrangler would complain about.
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases, r2_buckets }));
  return getPlatformProxy<Bindings>({ configPath, persist: { path: `${STATE}/v3` } });
}

export function openRemote(): Site {
  const api = openApi();
  const d1 = (...args: string[]) =>
    execFileSync(process.execPath, [wrangler, "d1", ...args, "--remote", "--config", "wrangler.toml"], {
      env: wranglerEnv,
      stdio: ["ignore", "ignore", "inherit"],
    });
  return {
    query: api.query,
    run: async (statements) => {
      const folder = mkdtempSync(join(tmpdir(), "d1-"));
      const file = join(folder, "statements.sql");
      try {
        writeFileSync(file, "", { mode: 0o600 });
        for await (const statement of statements) appendFileSync(file, `${statement}\n`);
        d1("execute", "DB", "--yes", "--file", file);
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    migrate: async () => void d1("migrations", "apply", "DB"),
    close: async () => undefined,
    media: remoteBucket(api, "MEDIA"),
    backups: remoteBucket(api, "BACKUPS"),
  };
}

/** An empty database in a new file, with the tables of the current schema. */
export function openScratch(file: string): D1 {
  const database = new DatabaseSync(file);
  database.exec(
    "pragma journal_mode = off; pragma synchronous = off; create table d1_migrations (id integer primary key, name text)",
  );
  return {
    query: async (statements) => statements.map((sql) => database.prepare(sql).all()),
    run: async (statements) => {
      database.exec("begin");
      for await (const statement of statements) database.exec(statement);
      database.exec("commit");
    },
    migrate: async () => {
      for (const name of migrationFiles()) {
        database.exec(readFileSync(join("migrations", name), "utf8"));
        database.prepare("insert into d1_migrations (name) values (?)").run(name);
      }
    },
    close: async () => database.close(),
  };
}

/** The migrations of this version, in order. */
export function migrationFiles() {
  return readdirSync("migrations")
    .filter((name) => name.endsWith(".sql"))
    .sort();
}

/** Opens the site that the command line names. */
export async function openNamed(args: string[]) {
  return args.includes("--remote") ? openRemote() : openLocal();
}
