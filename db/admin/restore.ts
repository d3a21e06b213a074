import { readdirSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { type Header, openBackupFile, type Row, type Value } from "./backup-file.ts";
import { type D1, openNamed, tablesOf } from "./d1.ts";

/**
 * `npm run restore -- file [--remote] [--replace]`: brings the database up to date and puts a backup's rows in. What
 * is there already goes, and only with --replace.
 */

/** D1 takes statements of up to 100,000 bytes. */
const STATEMENT_BYTES = 90_000;
/** A row that is too long for a statement has its longer texts put together in a table of their own before. */
const PIECES = "restored_pieces";
/** In a row of 100 columns, which D1 allows, texts of this length fit into one statement however they are written. */
const SHORT_CHARACTERS = 100;
/** Each takes up to 8 bytes in a statement. */
const PIECE_CHARACTERS = 10_000;

/**
 * All of it or nothing: it is one transaction, remotely one import, which D1 undoes when it fails. Throws a sentence, and
 * changes no row, when the file is no sound backup of the present schema, or the database holds rows and `replace` is false.
 */
export async function restore(d1: D1, file: string, { replace = false } = {}) {
  const { header, summary, rows } = await openBackupFile(file);
  refuseOtherMigrations(file, header);
  const filled = await filledTables(d1);
  if (filled.length > 0 && !replace) {
    throw new Error(`These tables hold rows: ${filled.join(", ")}. With --replace they are deleted first.`);
  }
  await d1.migrate();
  const { tables, indexes } = await tablesOf(d1);
  if (!isDeepStrictEqual(header.tables, tables)) {
    throw new Error(`The tables in ${file} have other columns than the database. Nothing was restored.`);
  }
  const triggers = await triggersOf(d1);
  const names = Object.keys(tables);
  await d1.run(
    (async function* () {
      yield "pragma defer_foreign_keys = on;";
      // Triggers keep rows from being changed or deleted, and fill the search indexes row by row.
      yield* triggers.map(({ name }) => `drop trigger "${name}";`);
      yield* names.map((table) => `delete from "${table}";`);
      yield `create table ${PIECES} (number integer primary key, text text not null);`;
      yield* insertions(rows(), tables);
      yield `drop table ${PIECES};`;
      yield* names.map((table) => `delete from sqlite_sequence where name = '${table}';`);
      yield* Object.entries(summary.counters).map(
        ([table, last]) => `insert into sqlite_sequence (name, seq) values ('${table}', cast('${last}' as integer));`,
      );
      yield* indexes.map((index) => `insert into "${index}"("${index}") values ('rebuild');`);
      yield* triggers.map(({ sql }) => `${sql};`);
    })(),
  );
  return summary.rows;
}

/** A backup fits the migrations it was made with: those after them would not be applied to its rows. */
function refuseOtherMigrations(file: string, { migrations }: Header) {
  const present = readdirSync("migrations").filter((name) => name.endsWith(".sql"));
  const newer = migrations.filter((name) => !present.includes(name));
  const older = present.filter((name) => !migrations.includes(name));
  if (newer.length > 0) {
    throw new Error(
      `${file} is of a newer version of the site, which has ${newer.join(", ")}. Restore it with that version. Nothing was changed.`,
    );
  }
  if (older.length > 0) {
    throw new Error(
      `${file} is older than ${older.join(", ")}. Restore it with the version of the site that wrote it, into an empty database, and bring that up to date with this one. Nothing was changed.`,
    );
  }
}

async function filledTables(d1: D1) {
  const tables = Object.keys((await tablesOf(d1)).tables);
  if (tables.length === 0) return [];
  const found = await d1.query(tables.map((table) => `select 1 from "${table}" limit 1`));
  return tables.filter((_, index) => found[index]?.length !== 0);
}

async function triggersOf(d1: D1) {
  const [triggers = []] = await d1.query(["select name, sql from sqlite_master where type = 'trigger' order by name"]);
  return triggers;
}

/** As many rows in a statement as it may hold. */
async function* insertions(rows: AsyncIterable<Row>, tables: Record<string, string[]>) {
  let statement = "";
  let size = 0;
  let into = "";
  for await (const [table, ...values] of rows) {
    const start = insertInto(table, tables[table] ?? []);
    const row = tuple(values.map(literal));
    const isTooLong = bytes(start) + bytes(row) > STATEMENT_BYTES;
    if (statement && (isTooLong || into !== table || size + bytes(row) > STATEMENT_BYTES)) {
      yield `${statement};`;
      statement = "";
    }
    if (isTooLong) {
      yield* insertionInPieces(start, values);
      continue;
    }
    const added = statement ? `,\n${row}` : `${start} ${row}`;
    size = bytes(added) + (statement ? size : 0);
    statement += added;
    into = table;
  }
  if (statement) yield `${statement};`;
}

function* insertionInPieces(start: string, values: Value[]) {
  const expressions: string[] = [];
  for (const [number, value] of values.entries()) {
    if (isShort(value)) {
      expressions.push(literal(value));
      continue;
    }
    for (const piece of inPieces(value)) {
      yield `insert into ${PIECES} values (${number}, ${literal(piece)}) on conflict (number) do update set text = text || excluded.text;`;
    }
    expressions.push(`(select text from ${PIECES} where number = ${number})`);
  }
  yield `${start} ${tuple(expressions)};`;
  yield `delete from ${PIECES};`;
}

function insertInto(table: string, columns: string[]) {
  return `insert into "${table}" ${tuple(["rowid", ...columns].map((column) => `"${column}"`))} values`;
}

function tuple(expressions: string[]) {
  return `(${expressions.join(", ")})`;
}

function isShort(value: Value): value is null | number | string {
  return typeof value !== "string" || value.length <= SHORT_CHARACTERS;
}

/** Cut between characters, never within one. */
function inPieces(text: string) {
  return text.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, "gu")) ?? [];
}

/** In SQL a text ends at NUL, so one that holds it is written as its bytes. */
function literal(value: Value) {
  if (value === null) return "null";
  if (typeof value === "number") return String(value);
  if (value.includes("\0")) return `cast(x'${Buffer.from(value).toString("hex")}' as text)`;
  return `'${value.replaceAll("'", "''")}'`;
}

function bytes(text: string) {
  return Buffer.byteLength(text);
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const file = args.find((arg) => !arg.startsWith("--"));
  if (!file) throw new Error("Say which file: npm run restore -- backups/<time>.jsonl");
  const d1 = await openNamed(args);
  const rows = await restore(d1, file, { replace: args.includes("--replace") }).finally(() => d1.close());
  console.log(`${file} is restored: ${rows} rows.`);
}
