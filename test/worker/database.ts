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

/** Every table, applications first, because their events can only be deleted with them. */
const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableName)
  .toSorted((a, b) => Number(b === "applications") - Number(a === "applications"));

const EMPTIED = [...tables, "sqlite_sequence"];
const MANY = 1000;
const WHICH_ARE_FILLED = `select ${EMPTIED.map((table) => `exists (select 1 from ${table}) ${table}`)},
  exists (select 1 from applications limit 1 offset ${MANY}) areMany`;

/** Gives each test of the file an empty, migrated database and buckets. Undo any change of the schema. */
export function freshDatabase() {
  beforeEach(empty);
}

/** Gives each test of the file a database and papers with what `store` puts there (once), and other buckets empty. */
export function databaseWith<Stored>(store: () => Promise<Stored>) {
  let stored: Stored;
  let rows: D1PreparedStatement[];
  let papers: [name: string, bytes: ArrayBuffer][];
  beforeAll(async () => {
    await empty();
    stored = await store();
    // Applications after events, whose triggers change them.
    const { objects } = await env.PAPERS.list();
    papers = await Promise.all(
      objects.map(async ({ key }) => [key, (await (await env.PAPERS.get(key))?.arrayBuffer()) ?? new ArrayBuffer()]),
    );
    rows = (await Promise.all(tables.toSorted((a, b) => rank(a) - rank(b)).map(insertsOf))).flat();
  });
  beforeEach(async () => {
    await empty();
    await Promise.all([env.DB.batch(rows), ...papers.map(([name, bytes]) => env.PAPERS.put(name, bytes))]);
  });
  return () => stored;
}

/**
 * Remembers the rows that are stored now. What it returns is called once many others are stored, and returns what puts the first
 * rows back as they were, and deletes what came after the others, which stay.
 */
export async function rememberRows() {
  const own = tables.toSorted((a, b) => rank(a) - rank(b));
  const inserts = (await Promise.all(own.map(insertsOf))).flat();
  const lastOf = async (table: string) =>
    (await env.DB.prepare(`select ifnull(max(rowid), 0) last from ${table}`).first<number>("last")) ?? 0;
  const first = new Map<string, number>();
  for (const table of own) first.set(table, await lastOf(table));
  return async () => {
    const deletes: D1PreparedStatement[] = [];
    for (const table of own.toReversed()) {
      const sql = `delete from ${table} where rowid <= ? or rowid > ?`;
      deletes.push(env.DB.prepare(sql).bind(first.get(table), await lastOf(table)));
    }
    return () => env.DB.batch([...deletes, ...inserts]);
  };
}

function rank(table: string) {
  return table === "applications" ? 1 : 0;
}

/** Empties the database and the buckets. */
export async function empty() {
  await migrated();
  await Promise.all([emptyTables(), ...[env.MEDIA, env.PAPERS].map(emptyBucket)]);
}

/** Once for all files that one workerd runs. */
function migrated() {
  migrating ??= applyD1Migrations(env.DB, env.TEST_MIGRATIONS);
  return migrating;
}
let migrating: Promise<void> | undefined;

/** Most tests fill few tables, and checking all of them is faster than emptying all. */
async function emptyTables() {
  const filled = (await env.DB.prepare(WHICH_ARE_FILLED).first<Record<string, number>>()) ?? {};
  const deletes = EMPTIED.filter((table) => filled[table]).map((table) => env.DB.prepare(`delete from ${table}`));
  if (deletes.length === 0) return;
  await env.DB.batch(filled.areMany ? await withoutTriggers(deletes) : deletes);
}

/** Triggers check each deleted row. For many rows, it is faster without them. */
async function withoutTriggers(deletes: D1PreparedStatement[]) {
  const { results: triggers } = await env.DB.prepare(
    "select name, sql from sqlite_master where type = 'trigger' and sql like '% AFTER DELETE %'",
  ).all<{ name: string; sql: string }>();
  return [
    ...triggers.map(({ name }) => env.DB.prepare(`drop trigger ${name}`)),
    ...deletes,
    ...triggers.map(({ sql }) => env.DB.prepare(sql)),
  ];
}

async function emptyBucket(bucket: R2Bucket) {
  const { objects } = await bucket.list();
  if (objects.length > 0) await bucket.delete(objects.map(({ key }) => key));
}

/** The statements that store a table's rows again. */
async function insertsOf(table: string) {
  const { results } = await env.DB.prepare(`select * from ${table}`).all();
  return results.map((row) => {
    const columns = Object.keys(row);
    return env.DB.prepare(`insert into ${table} (${columns}) values (${columns.map(() => "?")})`).bind(
      ...Object.values(row),
    );
  });
}
