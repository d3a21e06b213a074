import { createHash } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { getPlatformProxy } from "wrangler";
import type { Header } from "../../db/admin/backup-file.ts";
import type { D1 } from "../../db/admin/d1.ts";
import { type Row, rowsOf, type Table, tables } from "./random-rows.ts";

const STATE = ".wrangler/backed-up";
vi.stubEnv("STATE", STATE);
const { backUp } = await import("../../db/admin/backup.ts");
const { openLocal, tablesOf } = await import("../../db/admin/d1.ts");
const { restore } = await import("../../db/admin/restore.ts");

const MINUTE_MS = 60_000;
const RUNS = process.env.LONG ? 30 : 1;
const SEED = Number(process.env.SEED) || Math.floor(Math.random() * 2 ** 31);
const D1_STATEMENT_BYTES = 100_000;
/** A page has a million bytes and a row. */
const ANSWER_BYTES = 1_500_000;

const migrations = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
type Contents = Record<string, unknown[]>;

const folder = mkdtempSync(join(tmpdir(), "backup-"));
const file = join(folder, "backup.jsonl");

vi.setConfig({ testTimeout: 60 * MINUTE_MS, hookTimeout: 5 * MINUTE_MS });
beforeAll(async () => {
  rmSync(STATE, { recursive: true, force: true });
  await inD1((d1) => d1.migrate());
});
afterAll(() => {
  rmSync(STATE, { recursive: true, force: true });
  rmSync(folder, { recursive: true });
});

test("a backup takes every table of the schema with all its columns, and none of those of a search index", async () => {
  const found = await inD1(tablesOf);
  expect(found.tables).toEqual(
    Object.fromEntries(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)])),
  );
  expect(found.indexes).toEqual(["application_search", "blog_search"]);
});

test("every row of every table comes back byte by byte", async () => {
  const samples = fc.sample(fc.tuple(...tables.map(rowsOf)), { numRuns: RUNS, seed: SEED });
  for (const [run, sample] of samples.entries()) {
    await inDatabase(async (db) => {
      await empty(db);
      for (const [index, table] of tables.entries()) await insert(db, table, sample[index] ?? []);
      // The row with the highest number is gone: its number must not be given away again.
      for (const { name } of tables) {
        await db.exec(`delete from "${name}" where rowid = (select max(rowid) from "${name}")`);
      }
    });
    await inD1(async (d1) => {
      const before = await contentsOf(d1);
      await backUp(d1, file);
      await d1.run(["delete from blog_posts", "delete from applications", "delete from sqlite_sequence"]);
      await restore(d1, file, { replace: true });
      expectSame(await contentsOf(d1), before, `SEED=${SEED}, run ${run}`);
    });
  }
});

test("more rows than a page has, and longer ones than an answer holds, are asked for page by page", async () => {
  await inDatabase(async (db) => {
    await empty(db);
    for (const table of tables.filter(({ name }) => name === "blog_posts")) {
      const rows = Array.from({ length: 201 }, (_, number) => example(table, number, { content: "🚗".repeat(10_000) }));
      await insert(db, table, rows);
    }
  });
  await inD1(async (d1) => {
    const before = await contentsOf(d1);
    const answers: number[] = [];
    const query: D1["query"] = async (statements) => {
      const answer = await d1.query(statements);
      answers.push(Buffer.byteLength(JSON.stringify(answer)));
      return answer;
    };
    expect((await backUp({ ...d1, query }, file)).rows).toBe(201);
    expect(Math.max(...answers)).toBeLessThan(ANSWER_BYTES);
    await restore(d1, file, { replace: true });
    expectSame(await contentsOf(d1), before);
  });
});

describe("with rows that are hard to write in SQL", () => {
  let d1: D1;
  let before: Contents;
  let whole: string;
  beforeAll(async () => {
    await inDatabase(fillWithExamples);
    d1 = await openLocal();
    before = await contentsOf(d1);
    await backUp(d1, file);
    whole = readFileSync(file, "utf8");
  });
  afterAll(() => d1.close());
  afterEach(async () => expectSame(await contentsOf(d1), before));

  test("a long note, entry, key and a post with NUL are sent in statements that D1 takes, all in one text that SQLite takes", async () => {
    const sent: string[] = [];
    const run: D1["run"] = async (statements) => {
      for await (const statement of statements) sent.push(statement);
      await d1.run(sent);
    };
    await restore({ ...d1, run }, file, { replace: true });
    for (const statement of sent) expect(Buffer.byteLength(statement)).toBeLessThan(D1_STATEMENT_BYTES);
    expect(sent.join()).not.toContain("\0");

    const elsewhere = new DatabaseSync(":memory:");
    elsewhere.exec(migrations.map((name) => readFileSync(join("migrations", name), "utf8")).join("\n"));
    elsewhere.exec(["begin;", ...sent, "commit;"].join("\n"));
    const restored = await contents(async (sql) => elsewhere.prepare(sql).all());
    expectSame(JSON.parse(JSON.stringify(restored)), before);
  });

  test("what was restored is found by search, and what nobody may change cannot be changed", async () => {
    // A damaged index must not stand in the way.
    await d1.run(["insert into blog_search(blog_search) values ('delete-all')"]);
    await restore(d1, file, { replace: true });
    const found = await d1.query([
      "select count(*) as n from blog_search where blog_search match 'findable'",
      "select count(*) as n from application_search where application_search match 'case'",
    ]);
    expect(found).toEqual([[{ n: 1 }], [{ n: 1 }]]);
    await expect(d1.run(["update audit set action = 'x'"])).rejects.toThrow("never changed");
    await expect(d1.run(["update case_events set userId = 'x'"])).rejects.toThrow("append-only");
    await expect(d1.run(["delete from case_events"])).rejects.toThrow("append-only");
  });

  test("a backup that fails leaves the one before it and nothing half written; only its owner may read it", async () => {
    const query: D1["query"] = async (statements) => {
      if (/from "users"/.test(statements.join())) throw new Error("gone");
      return d1.query(statements);
    };
    await expect(backUp({ ...d1, query }, file)).rejects.toThrow("gone");
    expect(readFileSync(file, "utf8")).toBe(whole);
    expect(readdirSync(folder)).toEqual(["backup.jsonl"]);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("what is there already is deleted only when that was asked for", async () => {
    await expect(restore(d1, file)).rejects.toThrow("--replace");
  });

  const refused: [string, (lines: string[]) => string, string][] = [
    ["that is cut off", (lines) => lines.slice(0, -1).join("\n"), "is cut off"],
    ["that is cut off within a line", (lines) => lines.join("\n").slice(0, -5), "is cut off"],
    ["of which nothing is left but its beginning", ([header = ""]) => header, "is cut off"],
    ["of which a letter has changed", (lines) => lines.join("\n").replace("findable", "findabel"), "is damaged"],
    ["of which a row is gone", (lines) => lines.toSpliced(2, 1).join("\n"), "is damaged"],
    ["of another kind", () => "insert into users values (1);\n", "was not written by this version of `npm run backup`"],
    ["that is empty", () => "", "was not written by this version of `npm run backup`"],
    [
      "that is older than the database's schema",
      (lines) => sealed(lines, (header) => ({ ...header, migrations: [] })),
      `is older than ${migrations.join(", ")}`,
    ],
    [
      "that is newer than the code",
      (lines) => sealed(lines, (header) => ({ ...header, migrations: [...header.migrations, "9999_more.sql"] })),
      "is of a newer version of the site, which has 9999_more.sql",
    ],
    [
      "with other columns",
      (lines) => sealed(lines, ({ tables: { users, ...others }, ...header }) => ({ ...header, tables: others })),
      "have other columns than the database",
    ],
    ["with one row twice", (lines) => sealed(lines.toSpliced(-2, 0, lines.at(-3) ?? "")), "UNIQUE constraint failed"],
  ];
  test.for(refused)("a file %s is refused, and nothing is changed by it", async ([, change, sentence]) => {
    const changed = join(folder, "changed");
    writeFileSync(changed, change(whole.trimEnd().split("\n")));
    await expect(restore(d1, changed, { replace: true })).rejects.toThrow(sentence);
    rmSync(changed);
  });
});

/** The lines as a backup that was written like this. */
function sealed(lines: string[], change: (header: Header) => object = (header) => header) {
  const [header = "", ...others] = lines.slice(0, -1);
  const text = [JSON.stringify(change(JSON.parse(header))), ...others].map((line) => `${line}\n`).join("");
  return `${text}${JSON.stringify({ sha256: createHash("sha256").update(text).digest("hex") })}\n`;
}

/** Only one process at a time may have the database open, hence one of these after the other. */
async function inD1<T>(work: (d1: D1) => Promise<T>) {
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

/** Says where two contents differ, but not by megabytes. */
function expectSame(after: Contents, before: Contents, message = "") {
  const different = Object.keys(before).filter((name) => !isDeepStrictEqual(after[name], before[name]));
  expect(different, message).toEqual([]);
}

function contentsOf(d1: D1) {
  return contents(async (sql) => (await d1.query([sql])).flat());
}

/** Everything there is, with the type of each value; texts by their bytes, integers by their digits. */
async function contents(query: (sql: string) => Promise<unknown[]>) {
  const stored: Contents = {};
  for (const { name, columns } of tables) {
    const exact = columns.map(({ name }) => `${exactly(`"${name}"`)} as "${name}"`);
    stored[name] = await query(
      `select format('%d', rowid) as "rowid", ${exact.join(", ")} from "${name}" order by "${name}".rowid`,
    );
  }
  stored.counters_of_rows = await query(
    `select name, ${exactly("seq")} as seq from sqlite_sequence where name not like 'd1%' order by name`,
  );
  stored.triggers = await query("select name, sql from sqlite_master where type = 'trigger' order by name");
  return stored;
}

function exactly(value: string) {
  return `typeof(${value}) || ' ' || iif(typeof(${value}) = 'real', format('%!.17g', ${value}), hex(${value}))`;
}

/** Applications go before what triggers keep as long as there is one. */
async function empty(db: D1Database) {
  for (const { name } of tables) await db.exec(`delete from "${name}"`);
}

async function insert(db: D1Database, { name, columns }: Table, rows: Row[]) {
  if (rows.length === 0) return;
  // What triggers counted while other tables were filled.
  if (name === "hourly_counts") await db.exec(`delete from "${name}"`);
  const names = ["rowid", ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  const statement = db.prepare(`insert into "${name}" (${names}) values (${names.map(() => "?")})`);
  await db.batch(rows.map(({ rowid, values }) => statement.bind(rowid, ...values)));
}

/** A row in each table, some with what is hard to write in SQL. */
async function fillWithExamples(db: D1Database) {
  await empty(db);
  const hard: Record<string, Record<string, string>> = {
    applications: {
      id: "the case",
      fullName: "ñ".repeat(50_000),
      city: "'".repeat(50_000),
      emailFolded: "\0".repeat(50_000),
    },
    audit: { subjectId: "x".repeat(8000) },
    blog_posts: { content: "before\0after 🚗", title: "🚗".repeat(25_000) },
    case_events: { applicationId: "the case", event: JSON.stringify({ kind: "note", text: "a note ".repeat(300) }) },
    counters: { name: "k".repeat(60_000) },
  };
  for (const table of tables) await insert(db, table, [example(table, 1, hard[table.name])]);
}

function example({ columns }: Table, number: number, values: Record<string, string> = {}): Row {
  const plain = (column: Table["columns"][number]) =>
    column.getSQLType() === "integer" ? number : `findable ${column.name} ${number}`;
  return { rowid: number, values: columns.map((column) => values[column.name] ?? plain(column)) };
}
