import { applyD1Migrations, reset } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { afterEach, beforeEach } from "vitest";
import * as schema from "../../db/schema.ts";
import type { Env as WorkerEnv } from "../../worker/env.ts";

declare global {
  namespace Cloudflare {
    interface Env extends WorkerEnv {
      LONG: string;
      SEED: string;
      TEST_MIGRATIONS: Parameters<typeof applyD1Migrations>[1];
    }
    interface GlobalProps {
      mainModule: typeof import("../../worker/site/index.ts");
    }
  }
}

/** Every table, applications first: what happened to one goes with it and not before. */
const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableName)
  .toSorted((a, b) => Number(b === "applications") - Number(a === "applications"));

/**
 * Gives every test of the file an empty, migrated database. `reset` alone is not enough: while a call to D1 is still under way,
 * such as that of an export which nobody reads to its end, it now and then leaves the rows where they are.
 */
export function freshDatabase() {
  beforeEach(async () => {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    await env.DB.batch(tables.map((table) => env.DB.prepare(`delete from ${table}`)));
  });
  afterEach(() => reset());
}
