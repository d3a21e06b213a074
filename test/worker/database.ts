import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeEach } from "vitest";
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

/** Gives every test of the file an empty, migrated database and empty buckets. A test that changes the schema must change it back. */
export function freshDatabase() {
  beforeEach(async () => {
    await applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
    await env.DB.batch([...tables, "sqlite_sequence"].map((table) => env.DB.prepare(`delete from ${table}`)));
    for (const bucket of [env.MEDIA, env.BACKUPS]) {
      const { objects } = await bucket.list();
      await bucket.delete(objects.map(({ key }) => key));
    }
  });
}
