import { isDeepStrictEqual } from "node:util";
import { expect } from "vitest";
import type { Query } from "../../db/backup.ts";
import { type Row, type Table, tables } from "./random-rows.ts";

/** Tables that a restore empties or counts again. Only a trial restores them as they were. */
const MADE_ANEW = ["sessions", "mail_counts", "application_totals"];

export type Contents = Record<string, unknown[]>;

/** Reads everything in the database with the type of each value: texts as bytes, integers as digits. */
export function readings() {
  const isOurs = "sql is not null and name not glob 'd1_*' and name not glob '_cf_*' and name not glob 'sqlite_*'";
  const all: Record<string, string> = {
    counters_of_rows: `select name, ${exactly("seq")} as seq from sqlite_sequence where name not like 'd1%' order by name`,
    schema: `select type, name, sql from sqlite_master where ${isOurs} order by type, name`,
    migrations: "select name from d1_migrations order by id",
  };
  for (const { name, columns } of tables) {
    const exact = columns.map(({ name }) => `${exactly(`"${name}"`)} as "${name}"`);
    all[name] = `select format('%d', rowid) as "rowid", ${exact.join(", ")} from "${name}" order by "${name}".rowid`;
  }
  return Object.entries(all);
}

export async function contentsOf({ query }: { query: Query }) {
  const all = readings();
  const found = await query(all.map(([, sql]) => sql));
  return Object.fromEntries(all.map(([name], index) => [name, (found[index] ?? []).map((row) => ({ ...row }))]));
}

/** Says where two contents differ, in few words. Ignores tables that a restore fills again. */
export function expectSame(after: Contents, before: Contents, message = "") {
  const compared = Object.keys(before).filter((name) => !MADE_ANEW.includes(name));
  const different = compared.filter((name) => !isDeepStrictEqual(after[name], before[name]));
  expect(different, message).toEqual([]);
}

/** Stores rows with values that are easy to write. */
export function put({ query }: { query: Query }, { name, columns }: Table, rows: Row[]) {
  const written = (value: Row["values"][number]) =>
    typeof value === "string" ? `'${value.replaceAll("'", "''")}'` : String(value);
  const names = ["rowid", ...columns.map((column) => column.name)].map((column) => `"${column}"`);
  return query(
    rows.map(({ rowid, values }) => `insert into "${name}" (${names}) values (${[rowid, ...values].map(written)})`),
  );
}

export function table(name: string) {
  return tables.find((each) => each.name === name) as Table;
}

/** A row in which each value names its column, except for these. */
export function example({ columns }: Table, number: number, values: Record<string, Row["values"][number]> = {}): Row {
  const plain = (column: Table["columns"][number]) =>
    column.getSQLType() === "integer" ? number : `findable ${column.name} ${number}`;
  return {
    rowid: number,
    values: columns.map((column) => (column.name in values ? (values[column.name] ?? null) : plain(column))),
  };
}

/** Begins a statement with the numbers from 1 to `count`, in `numbers(n)`. */
export function numbers(count: number) {
  return `with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < ${count})`;
}

function exactly(value: string) {
  return `typeof(${value}) || ' ' || iif(typeof(${value}) = 'real', format('%!.17g', ${value}), hex(${value}))`;
}
