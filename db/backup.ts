import { mkdirSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { type D1, openNamed, tablesOf } from "./d1.ts";

/**
 * `npm run backup [-- --remote] [-- file.sql]`: writes every row of every table as SQL. `wrangler d1 export` refuses a
 * database with full-text search, so this pages through the ordinary tables; `npm run restore` rebuilds the index.
 */

const PAGE_ROWS = 200;
/** D1 takes statements of up to 100,000 bytes, so long texts are put together piece by piece. */
const INLINE_CHARACTERS = 500;
const PIECE_CHARACTERS = 20_000;

type Value = string | number | null;
type Row = Record<string, Value>;

/** Writes the database's rows to the file, which only its owner may read. Returns how many there were. */
export async function backUp(d1: D1, file: string) {
  const lines: string[] = [];
  let rows = 0;
  const { tables } = await tablesOf(d1);
  for (const table of tables) {
    for await (const row of rowsOf(d1, table)) {
      lines.push(...statements(table, row));
      rows++;
    }
  }
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, lines.map((line) => `${line}\n`).join(""), { mode: 0o600 });
  return { tables: tables.length, rows };
}

async function* rowsOf(d1: D1, table: string) {
  for (let last = -1; ; ) {
    const sql = `select rowid as "rowid", * from "${table}" where rowid > ${last} order by rowid limit ${PAGE_ROWS}`;
    const [page = []] = (await d1.query([sql])) as Row[][];
    yield* page;
    if (page.length < PAGE_ROWS) return;
    last = Number(page.at(-1)?.rowid);
  }
}

function statements(table: string, row: Row) {
  const { rowid, ...values } = row;
  const columns = Object.entries(values);
  const names = ["rowid", ...columns.map(([name]) => `"${name}"`)].join(", ");
  const literals = [rowid, ...columns.map(([, value]) => (isLong(value) ? "" : value))].map(literal).join(", ");
  const pieces = columns.flatMap(([name, value]) =>
    isLong(value) ? inPieces(value).map((piece) => ({ name, piece })) : [],
  );
  return [
    `insert into "${table}" (${names}) values (${literals});`,
    ...pieces.map(
      ({ name, piece }) => `update "${table}" set "${name}" = "${name}" || ${literal(piece)} where rowid = ${rowid};`,
    ),
  ];
}

function isLong(value: Value): value is string {
  return typeof value === "string" && value.length > INLINE_CHARACTERS;
}

/** Cut between characters, never within one. */
function inPieces(text: string) {
  return text.match(new RegExp(`[^]{1,${PIECE_CHARACTERS}}`, "gu")) ?? [];
}

function literal(value: Value | undefined) {
  if (value === null || value === undefined) return "null";
  return typeof value === "number" ? String(value) : `'${value.replaceAll("'", "''")}'`;
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const file = args.find((arg) => !arg.startsWith("--")) ?? `backups/${time}.sql`;
  const d1 = await openNamed(args);
  const { tables, rows } = await backUp(d1, file);
  await d1.close();
  console.log(`${file}: ${rows} rows of ${tables} tables. It holds personal data: keep it where few can read it.`);
}
