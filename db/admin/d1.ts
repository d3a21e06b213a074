import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import type { Query } from "../backup.ts";
import { type Bucket, localBucket } from "./bucket.ts";
import { openApi } from "./cloudflare-api.ts";
import { STATE } from "./local.ts";

/** A database that a command works on. */
export interface D1 {
  query: Query;
  close(): Promise<void>;
}

/** The site's database and files, on this machine or, with --remote, as deployed. */
export interface Site extends D1 {
  media: Bucket;
  backups: Bucket;
  /** The name of its database. */
  name: string;
  /** Opens another database, which is created unless it exists. */
  beside(name: string): Promise<NewD1>;
}

/** A database that the site may run on later. */
export interface NewD1 extends D1 {
  /** Whether the site runs on it already. */
  isLive: boolean;
  remove(): Promise<void>;
  /** Has the site run on it once both are closed, or only says how. Returns what is to be told. */
  takeOver(): string;
}

export interface Bindings {
  DB: D1Database;
  MEDIA: R2Bucket;
  BACKUPS: R2Bucket;
}

/** The site on this machine, from its platform as it is opened. */
export async function openLocal(opening = openPlatform()): Promise<Site> {
  const { env, dispose } = await opening;
  return {
    query: queryOf(env.DB),
    close: dispose,
    media: localBucket(env.MEDIA),
    backups: localBucket(env.BACKUPS),
    name: "local",
    beside: openBeside,
  };
}

/** The database and the buckets of the local site, for use without a server. */
export function openPlatform(state = STATE) {
  const { name, compatibility_date, d1_databases, r2_buckets } = unstable_readConfig({ config: "wrangler.toml" });
  const configPath = `${state}/platform.json`;
  mkdirSync(state, { recursive: true });
  // Without the Worker's code there is no Durable Object, which wrangler would complain about.
  writeFileSync(configPath, JSON.stringify({ name, compatibility_date, d1_databases, r2_buckets }));
  return getPlatformProxy<Bindings>({ configPath, persist: { path: `${state}/v3` } });
}

/** A database of the same id, in a folder of its own. */
async function openBeside(name: string): Promise<NewD1> {
  const state = `${STATE}/${name}`;
  const { env, dispose } = await openPlatform(state);
  return {
    query: queryOf(env.DB),
    close: dispose,
    isLive: false,
    remove: async () => {
      await dispose();
      rmSync(state, { recursive: true });
    },
    takeOver: () => {
      const [own, before] = [`${STATE}/v3/d1`, `${STATE}/v3/d1-before`];
      rmSync(before, { recursive: true, force: true });
      if (existsSync(own)) renameSync(own, before);
      renameSync(`${state}/v3/d1`, own);
      rmSync(state, { recursive: true });
      return `The site on this machine runs on it from now on. What it had before is in ${before}.`;
    },
  };
}

export function queryOf(db: D1Database): Query {
  return async (statements, values = []) => {
    // Wrangler's D1 makes us wait for each call, so nothing is bound where there is nothing to bind.
    const prepared = statements.map((sql) => (values.length > 0 ? db.prepare(sql).bind(...values) : db.prepare(sql)));
    return (await db.batch<Record<string, unknown>>(prepared)).map(({ results }) => results);
  };
}

export function openRemote(): Site {
  const api = openApi();
  const { id, name } = api.database;
  return {
    query: api.queryIn(id),
    close: async () => undefined,
    media: api.bucket("MEDIA"),
    backups: api.bucket("BACKUPS"),
    name,
    beside: async (other) => {
      const otherId = await api.databaseNamed(other);
      return {
        query: api.queryIn(otherId),
        close: async () => undefined,
        isLive: otherId === id,
        remove: () => api.removeDatabase(otherId),
        takeOver: () =>
          `The site still runs on ${name}. To have it run on the new database, write into wrangler.toml\n\n` +
          `database_name = "${other}"\ndatabase_id = "${otherId}"\n\n` +
          `in place of ${name} and ${id}. Then run \`npm run deploy\`, and the command above once more, for whoever is deleted until then.`,
      };
    },
  };
}

/** Opens the site that the command line names. */
export async function openNamed(args: string[]) {
  return args.includes("--remote") ? openRemote() : openLocal();
}
