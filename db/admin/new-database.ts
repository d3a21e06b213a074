import { DatabaseSync } from "node:sqlite";
import { isDeepStrictEqual } from "node:util";
import {
  BEFORE_ALL_ROWS,
  countersOf,
  type Manifest,
  type Part,
  type Query,
  Refused,
  type Row,
  rowsUntil,
  type Tables,
  tablesOf,
} from "../backup.ts";
import { migrationNames, NOTES, noteOf, sqlOf } from "./migrations.ts";

/** Fills a new database from a backup. No statement takes more than D1 allows in size (2,000,000 bytes a value) or time (30 seconds). */

const VALUE_BYTES = 1_900_000;
const INDEXED_AT_ONCE = 2000;

/**
 * Restores and compares each part before the next, in the order of its rows, so the rows themselves say how far a call got
 * before it died. Then runs `adjustments` and makes the triggers, in one transaction. Throws a sentence if a row differs.
 */
export async function fill(
  query: Query,
  { parts, tables, counters }: Manifest,
  rowsOf: (part: Part) => Promise<Row[]>,
  adjustments: string[],
) {
  const { creation, triggers, indexes } = await schema();
  const made = "from sqlite_master where name = 'd1_migrations' or type = 'trigger'";
  const [[state] = []] = await query([`select count(*) as isBegun, sum(type = 'trigger') as isFinished ${made}`]);
  if (state?.isFinished) return;
  if (!state?.isBegun) await query(creation);

  const pages = parts.map((part, index) => {
    const previous = parts[index - 1];
    return { part, after: previous?.table === part.table ? previous.last : undefined };
  });
  const reached = await lastRows(query, tables);
  const begun = pages.findLastIndex(({ part: { table }, after }) => {
    const row = reached[table];
    return row !== undefined && (after === undefined || BigInt(row) > BigInt(after));
  });
  for (const { part, after } of pages.slice(Math.max(begun, 0))) {
    const rows = await rowsOf(part);
    await insert(query, part.table, tables[part.table] ?? [], rows);
    const found = await rowsUntil(query, tables, part.table, part.last, after);
    if (!isDeepStrictEqual(found, rows)) throw differs(`${part.table} until row ${part.last}`);
  }
  const ends = Object.fromEntries(parts.map(({ table, last }) => [table, last]));
  if (!isDeepStrictEqual(await lastRows(query, tables), ends)) throw differs("The number of rows");

  for (const index of indexes) await fillIndex(query, index);
  await query([
    "delete from sqlite_sequence where name not glob 'd1_*'",
    ...Object.entries(counters).map(
      ([table, last]) => `insert into sqlite_sequence (name, seq) values ('${table}', cast('${last}' as integer))`,
    ),
    ...adjustments,
    ...triggers,
  ]);
  if (!isDeepStrictEqual(await countersOf(query, tables), counters)) throw differs("The highest row number of a table");
}

/** What the migrations of this version make. Triggers come last, or they would count rows that are counted already. */
export async function schema() {
  using database = new DatabaseSync(":memory:");
  const migrations = migrationNames();
  for (const name of migrations) database.exec(sqlOf(name));
  const made = database
    .prepare(
      `select type, name, sql from sqlite_master where sql is not null and name not glob 'sqlite_*'
       and name not in (select name from pragma_table_list where type = 'shadow') order by rowid`,
    )
    .all() as Record<"type" | "name" | "sql", string>[];
  const triggers = made.filter(({ type }) => type === "trigger");
  return {
    migrations,
    tables: await tablesOf(async (statements) => statements.map((sql) => database.prepare(sql).all())),
    triggers: triggers.map(({ sql }) => sql),
    indexes: made.filter(({ sql }) => sql.startsWith("CREATE VIRTUAL TABLE")),
    creation: [
      NOTES,
      ...migrations.map(noteOf),
      ...made.filter((each) => !triggers.includes(each)).map(({ sql }) => sql),
    ],
  };
}

function differs(what: string) {
  return new Refused(`${what} did not come back as it was.`);
}

/** The highest rowid of each table that has rows. */
async function lastRows(query: Query, tables: Tables) {
  const names = Object.keys(tables);
  const found = await query(names.map((table) => `select cast(max(rowid) as text) as last from "${table}"`));
  const all = names.map((table, index) => [table, found[index]?.[0]?.last] as const);
  return Object.fromEntries(all.filter((each): each is [string, string] => typeof each[1] === "string"));
}

/** Puts rows in that are not there yet, as many in one value as fit. If one row is longer, each of its texts is a value. */
async function insert(query: Query, table: string, columns: string[], rows: Row[]): Promise<void> {
  const json = JSON.stringify(rows);
  const isOneValue = Buffer.byteLength(json) <= VALUE_BYTES;
  if (!isOneValue && rows.length > 1) {
    const half = Math.ceil(rows.length / 2);
    await insert(query, table, columns, rows.slice(0, half));
    return insert(query, table, columns, rows.slice(half));
  }
  const [row = [""]] = rows;
  const names = ["rowid", ...columns].map((column) => `"${column}"`);
  const fields = isOneValue
    ? names.map((_, place) => `value ->> ${place}`)
    : row.map((value) => (typeof value === "string" ? "?" : String(value)));
  const [from, rowid] = isOneValue ? ["from json_each(?1)", "value ->> 0"] : ["", "?1"];
  const isNew = `cast(${rowid} as integer) > ifnull((select max(rowid) from "${table}"), ${BEFORE_ALL_ROWS})`;
  await query(
    [`insert into "${table}" (${names.join(", ")}) select ${fields.join(", ")} ${from} where ${isNew}`],
    isOneValue ? [json] : row.filter((value) => typeof value === "string"),
  );
}

/** Fills a search index from its table; goes on where a call died. */
async function fillIndex(query: Query, { name, sql }: { name: string; sql: string }) {
  const [, table = "", number = ""] = /content='(\w+)', content_rowid='(\w+)'/.exec(sql) ?? [];
  const [columns = []] = await query([`select name from pragma_table_info('${name}')`]);
  const names = columns.map((column) => `"${column.name}"`).join(", ");
  const unindexed = `from ${table} where ${number} > ifnull((select max(id) from ${name}_docsize), ${BEFORE_ALL_ROWS})`;
  for (let isMore = true; isMore; ) {
    const [, [left] = []] = await query([
      `insert into ${name} (rowid, ${names}) select ${number}, ${names} ${unindexed} order by ${number} limit ${INDEXED_AT_ONCE}`,
      `select exists (select 1 ${unindexed}) as isMore`,
    ]);
    isMore = Boolean(left?.isMore);
  }
}
