import { applyD1Migrations } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { getTableName, is } from "drizzle-orm";
import { SQLiteTable } from "drizzle-orm/sqlite-core";
import { beforeAll, beforeEach } from "vitest";
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

const EMPTIED = [...tables, "sqlite_sequence"];
const SEARCHED = [
  ["applications", "application_search"],
  ["blog_posts", "blog_search"],
] as const;
const MANY = 1000;
const WHICH_ARE_FILLED = `select ${EMPTIED.map((table) => `exists (select 1 from ${table}) ${table}`)},
  ${SEARCHED.map(([table]) => `exists (select 1 from ${table} limit 1 offset ${MANY})`).join(" or ")} areMany`;

/** What triggers count of other tables. */
const COUNTED = ["mail_counts", "forecast_results", "hourly_counts"];

/** Gives every test of the file an empty, migrated database and empty buckets. A test that changes the schema must change it back. */
export function freshDatabase() {
  beforeEach(empty);
}

/** Gives every test of the file a database with what this stores, which is done once; buckets are empty. Returns what it returned. */
export function databaseWith<Stored>(store: () => Promise<Stored>) {
  let stored: Stored;
  let rows: D1PreparedStatement[];
  beforeAll(async () => {
    await empty();
    stored = await store();
    // Applications after the events that triggers note in them, and counts after all that is counted.
    const last = (table: string) => (COUNTED.includes(table) ? 2 : table === "applications" ? 1 : 0);
    rows = (await Promise.all(tables.toSorted((a, b) => last(a) - last(b)).map(insertsOf))).flat();
  });
  beforeEach(async () => {
    await empty();
    await env.DB.batch(rows);
  });
  return () => stored;
}

async function empty() {
  await migrated();
  await Promise.all([emptyTables(), ...[env.MEDIA, env.BACKUPS].map(emptyBucket)]);
}

/** Once for all files that one workerd runs. */
function migrated() {
  migrating ??= applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  return migrating;
}
let migrating: Promise<void> | undefined;

/** Most tests fill a few tables, and to look into all of them takes less than to empty them. */
async function emptyTables() {
  const filled = (await env.DB.prepare(WHICH_ARE_FILLED).first<Record<string, number>>()) ?? {};
  const deletes = EMPTIED.filter((table) => filled[table]).map((table) => env.DB.prepare(`delete from ${table}`));
  if (deletes.length === 0) return;
  await env.DB.batch(filled.areMany ? await withoutTriggers(deletes) : deletes);
}

/** Triggers look at each row that is deleted, and take it out of the search by itself: for many, they are put aside. */
async function withoutTriggers(deletes: D1PreparedStatement[]) {
  const { results: triggers } = await env.DB.prepare(
    "select name, sql from sqlite_master where type = 'trigger' and sql like '% AFTER DELETE %'",
  ).all<{ name: string; sql: string }>();
  return [
    ...triggers.map(({ name }) => env.DB.prepare(`drop trigger ${name}`)),
    ...deletes,
    ...SEARCHED.map(([, search]) => env.DB.prepare(`insert into ${search} (${search}) values ('delete-all')`)),
    ...triggers.map(({ sql }) => env.DB.prepare(sql)),
  ];
}

async function emptyBucket(bucket: R2Bucket) {
  const { objects } = await bucket.list();
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
}

/** What stores the rows of a table once more, in place of what triggers have put there. */
async function insertsOf(table: string) {
  const { results } = await env.DB.prepare(`select * from ${table}`).all();
  const inserts = results.map((row) => {
    const columns = Object.keys(row);
    return env.DB.prepare(`insert into ${table} (${columns}) values (${columns.map(() => "?")})`).bind(
      ...Object.values(row),
    );
  });
  return COUNTED.includes(table) ? [env.DB.prepare(`delete from ${table}`), ...inserts] : inserts;
}
