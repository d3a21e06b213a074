import { mkdirSync, writeFileSync } from "node:fs";
import { getPlatformProxy, unstable_readConfig } from "wrangler";
import { type Bucket, localBucket } from "./bucket.ts";
import { openApi } from "./cloudflare-api.ts";
import { STATE } from "./local.ts";

/** Runs statements in one transaction and returns the rows of each. Values are bound to a statement that is alone. */
export type Query = (statements: string[], values?: string[]) => Promise<Record<string, unknown>[][]>;

/** The site's database and images, on this machine or, with --remote, as deployed. */
export interface Site {
  query: Query;
  media: Bucket;
  close(): Promise<void>;
}

export interface Bindings {
  DB: D1Database;
  MEDIA: R2Bucket;
}

/** The site on this machine, from its platform as it is opened. */
export async function openLocal(opening = openPlatform()): Promise<Site> {
  const { env, dispose } = await opening;
  return {
    query: queryOf(env.DB),
    close: dispose,
    media: localBucket(env.MEDIA),
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

export function queryOf(db: D1Database): Query {
  return async (statements, values = []) => {
    // Wrangler's D1 makes us wait for each call, so nothing is bound where there is nothing to bind.
    const prepared = statements.map((sql) => (values.length > 0 ? db.prepare(sql).bind(...values) : db.prepare(sql)));
    return (await db.batch<Record<string, unknown>>(prepared)).map(({ results }) => results);
  };
}

export function openRemote(): Site {
  const { query, media } = openApi();
  return { query, media, close: async () => undefined };
}

/** Opens the site that the command line names. */
export async function openNamed(args: string[]) {
  return args.includes("--remote") ? openRemote() : openLocal();
}
