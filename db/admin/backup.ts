import { type Row, type Value, writeBackupFile } from "./backup-file.ts";
import { type D1, migrationsOf, openNamed, tablesOf } from "./d1.ts";

/**
 * `npm run backup [-- --remote] [-- file]`: writes every row of every table to a file. `wrangler d1 export` refuses a
 * database with full-text search, so this pages through the ordinary tables; `npm run restore` rebuilds the index.
 */

const PAGE_ROWS = 200;
/** For a page's rows except the last, so that an answer stays small: a row has up to 2,000,000. */
const PAGE_BYTES = 1_000_000;
const BEFORE_ALL_ROWS = "-1e19";

/** Writes the database's rows to the file, which only its owner may read. Returns how many there were. */
export async function backUp(d1: D1, file: string) {
  const { tables } = await tablesOf(d1);
  const header = { migrations: await migrationsOf(d1), tables };
  const names = Object.keys(tables);
  const rows = await writeBackupFile(file, header, rowsOfAll(d1, tables), () => countersOf(d1, names));
  return { tables: names.length, rows };
}

async function* rowsOfAll(d1: D1, tables: Record<string, string[]>) {
  for (const [table, columns] of Object.entries(tables)) yield* rowsOf(d1, table, columns);
}

async function* rowsOf(d1: D1, table: string, columns: string[]): AsyncGenerator<Row> {
  for (let after = BEFORE_ALL_ROWS; ; ) {
    const [page = [], [end] = []] = (await d1.query([
      pageAfter(after, table, columns),
      `select ${exact("max(rowid)")} as "rowid" from "${table}"`,
    ])) as Record<string, Value>[][];
    for (const row of page) {
      after = String(row.rowid);
      yield [table, after, ...columns.map((column) => row[column] ?? null)];
    }
    if (page.length === 0 || after === end?.rowid) return;
  }
}

function pageAfter(after: string, table: string, columns: string[]) {
  const bytes = columns.map((column) => `ifnull(octet_length("${column}"), 0)`).join(" + ");
  const values = ["rowid", ...columns].map((column) => `${exact(`"${column}"`)} as "${column}"`);
  return `
    with candidates as (select rowid as "row", ${bytes} as bytes from "${table}" where rowid > ${after} order by rowid limit ${PAGE_ROWS}),
      measured as (select "row", sum(bytes) over (order by "row") - bytes as before from candidates)
    select ${values.join(", ")} from "${table}"
    where rowid in (select "row" from measured where before < ${PAGE_BYTES}) order by "${table}".rowid`;
}

/** An integer as its digits: the answer is JSON, which rounds large ones. */
function exact(value: string) {
  return `iif(typeof(${value}) = 'integer', cast(${value} as text), ${value})`;
}

async function countersOf(d1: D1, tables: string[]) {
  const [rows = []] = await d1.query([`select name, ${exact("seq")} as seq from sqlite_sequence`]);
  return Object.fromEntries(
    rows.map(({ name, seq }) => [String(name), String(seq)] as const).filter(([name]) => tables.includes(name)),
  );
}

if (import.meta.main) {
  const args = process.argv.slice(2);
  const time = new Date().toISOString().replace(/[:.]/g, "-");
  const file = args.find((arg) => !arg.startsWith("--")) ?? `backups/${time}.jsonl`;
  const d1 = await openNamed(args);
  const { tables, rows } = await backUp(d1, file).finally(() => d1.close());
  console.log(`${file}: ${rows} rows of ${tables} tables. It holds personal data: keep it where few can read it.`);
}
