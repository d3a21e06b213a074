import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import fc from "fast-check";
import { afterAll, expect, test, vi } from "vitest";
import { getPlatformProxy } from "wrangler";
import * as schema from "../../db/schema.ts";

const STATE = ".wrangler/backed-up";
vi.stubEnv("STATE", STATE);
const { backUp } = await import("../../db/backup.ts");
const { openLocal } = await import("../../db/d1.ts");
const { restore } = await import("../../db/restore.ts");

const MINUTE_MS = 60_000;
const RUNS = process.env.LONG ? 30 : 3;
const SEED = Number(process.env.SEED) || Date.now() | 0;
const LONGEST_TEXT = 100_000;
/** D1 takes rows of up to 2,000,000 bytes. */
const LONG_TEXTS_PER_ROW = 4;

const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableConfig)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
type Table = (typeof tables)[number];
type Value = string | number | boolean | null;
/** What a column of a table gets, without what makes it the only one of its kind. */
type Row = { rowid: number; values: Value[] };

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const file = join(folder, "backup");
rmSync(STATE, { recursive: true, force: true });

afterAll(() => {
  rmSync(STATE, { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

test("every row of every table comes back byte by byte", { timeout: 20 * MINUTE_MS }, async () => {
  await inD1((d1) => d1.migrate());
  const samples = fc.sample(fc.tuple(...tables.map(rowsOf)), { numRuns: RUNS, seed: SEED });
  for (const [run, sample] of samples.entries()) {
    const before = await inDatabase(async (db) => {
      await empty(db);
      for (const [index, table] of tables.entries()) await insert(db, table, sample[index] ?? []);
      // The row with the highest number is gone: its number must not be given away again.
      for (const { name } of tables)
        await db.exec(`delete from "${name}" where rowid = (select max(rowid) from "${name}")`);
      return contents(db);
    });
    await inD1(async (d1) => {
      await backUp(d1, file);
      await d1.run([
        "delete from blog_posts",
        "delete from applications",
        "insert into blog_search(blog_search) values ('delete-all')",
      ]);
      await restore(d1, file, { replace: true });
    });
    const after = await inDatabase(contents);
    for (const [name, stored] of Object.entries(before)) {
      expect(isDeepStrictEqual(after[name], stored), `${name}, SEED=${SEED}, run ${run}`).toBe(true);
    }
  }
});

/** Only one process at a time may have the database open, hence one of these after the other. */
async function inD1<T>(work: (d1: Awaited<ReturnType<typeof openLocal>>) => Promise<T>) {
  const d1 = await openLocal();
  return work(d1).finally(() => d1.close());
}

/** The same database with bound values, which do not take the way that is tested. */
async function inDatabase<T>(work: (db: D1Database) => Promise<T>) {
  const proxy = await getPlatformProxy<{ DB: D1Database }>({
    configPath: "wrangler.toml",
    persist: { path: `${STATE}/v3` },
  });
  return work(proxy.env.DB).finally(() => proxy.dispose());
}

/** Everything there is, with the type of each value; texts by their bytes, large numbers as digits. */
async function contents(db: D1Database) {
  const stored: Record<string, unknown> = {};
  for (const { name, columns } of tables) {
    const exact = columns.map(
      (column) =>
        `typeof("${column.name}") || ' ' || iif(typeof("${column.name}") = 'real', format('%!.17g', "${column.name}"), hex("${column.name}")) as "${column.name}"`,
    );
    stored[name] = (
      await db
        .prepare(`select format('%d', rowid) as "rowid", ${exact.join(", ")} from "${name}" order by "${name}".rowid`)
        .run()
    ).results;
  }
  stored.counters_of_rows = (
    await db.prepare("select name, seq, typeof(seq) as type from sqlite_sequence order by name").run()
  ).results;
  stored.triggers = (
    await db.prepare("select name, sql from sqlite_master where type = 'trigger' order by name").run()
  ).results;
  return stored;
}

/** Applications before what triggers keep as long as there is one. */
async function empty(db: D1Database) {
  for (const { name } of tables) await db.exec(`delete from "${name}"`);
}

async function insert(db: D1Database, { name, columns }: Table, rows: Row[]) {
  if (rows.length === 0) return;
  const names = ["rowid", ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  const statement = db.prepare(`insert into "${name}" (${names}) values (${names.map(() => "?")})`);
  await db.batch(rows.map(({ rowid, values }) => statement.bind(rowid, ...values)));
}

function rowsOf(table: Table): fc.Arbitrary<Row[]> {
  const row = fc.tuple(
    fc.integer({ min: -10, max: Number.MAX_SAFE_INTEGER - 10 }),
    fc.tuple(...table.columns.map((column) => valueIn(column))),
    fc.array(fc.tuple(fc.nat(table.columns.length - 1), longText), { maxLength: LONG_TEXTS_PER_ROW }),
  );
  return fc.uniqueArray(row, { maxLength: 5, selector: ([rowid]) => rowid }).map((rows) =>
    rows.map(([rowid, short, long], index) => {
      const values: Value[] = [...short];
      for (const [place, text] of long) if (table.columns[place]?.dataType !== "number") values[place] = text;
      return {
        rowid,
        values: table.columns.map((column, place) => {
          const value = values[place] ?? null;
          if (column.primary && isInteger(column)) return rowid;
          return isUnique(table, column) && value !== null ? `${value}${index}` : value;
        }),
      };
    }),
  );
}

const shortText = fc.oneof(
  fc.string({ unit: "binary", maxLength: 20 }),
  fc.constantFrom(
    "",
    "\0",
    "a\0b",
    "it's",
    "two\nlines; -- no comment",
    "\r\n",
    "\u2028",
    "José 🚗",
    "\\'\"`",
    "null",
    "007",
    "\ufeff\uffff",
  ),
);
const longText = fc
  .tuple(fc.string({ unit: "binary", minLength: 1, maxLength: 30 }), fc.nat(LONGEST_TEXT))
  .map(([text, length]) =>
    text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length)
      .toWellFormed(),
  );
const number = fc.oneof(
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.boolean(),
);

function valueIn(column: SQLiteColumn): fc.Arbitrary<Value> {
  const value: fc.Arbitrary<Value> = isInteger(column) ? number : shortText;
  return column.notNull ? value : fc.option(value);
}

function isInteger(column: SQLiteColumn) {
  return column.getSQLType() === "integer";
}

function isUnique({ indexes }: Table, column: SQLiteColumn) {
  const isIn = ({ config }: Table["indexes"][number]) =>
    config.unique && config.columns.some((indexed) => "name" in indexed && indexed.name === column.name);
  return column.primary || column.isUnique || indexes.some(isIn);
}
