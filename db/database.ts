import {
  type Column,
  fillPlaceholders,
  isSQLWrapper,
  type Placeholder,
  type SQL,
  type SQLWrapper,
  sql,
} from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import type { SQLitePreparedQuery, SQLiteTable } from "drizzle-orm/sqlite-core";

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 20;

const TRANSIENT =
  /network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|client disconnected/i;

/** A query that took too long is not tried again, because it would take just as long. */
const TOO_LONG = /exceeded timeout/i;

/** Every query of the Worker goes through this Drizzle connection to D1. */
export function database(d1: D1Database) {
  return drizzle(d1);
}
export type Database = ReturnType<typeof database>;

/** The condition that a row of this table fits. */
export function hasRow(table: SQLiteTable, condition: SQL | undefined) {
  return sql`exists (select 1 from ${table} where ${condition})`;
}

/**
 * The condition that the column has one of these values, or one that a query finds. A list is one value of the
 * statement, of which D1 takes at most 100; so the linter refuses Drizzle's `inArray`, which binds each. SQLite does not
 * know how short a list is, and may prefer another condition's index: a plus before that column keeps it from that.
 */
export function isOneOf(column: Column | SQL, values: readonly (string | number | null)[] | SQLWrapper) {
  return isSQLWrapper(values)
    ? sql`${column} in ${values}`
    : sql`${column} in (select value from json_each(${JSON.stringify(values)}))`;
}

type Query = BatchItem<"sqlite"> & { prepare: () => Pick<SQLitePreparedQuery<never>, "getQuery" | "mapResult"> };

/** Runs the statements in order, in one transaction. The results have the statements' names. */
export async function named<Statements extends Record<string, BatchItem<"sqlite">>>(
  db: Database,
  statements: Statements,
  others: readonly BatchItem<"sqlite">[] = [],
) {
  const results = await db.batch([...Object.values(statements), ...others] as unknown as [BatchItem<"sqlite">]);
  return Object.fromEntries(
    Object.keys(statements).map((name, index) => [name, results[index]]),
  ) as Results<Statements>;
}

/** Like `named`, for lists of statements: the results of each list have its name. */
export async function namedLists<Lists extends Record<string, readonly BatchItem<"sqlite">[]>>(
  db: Database,
  lists: Lists,
) {
  const results: unknown[] = await db.batch(Object.values(lists).flat() as unknown as [BatchItem<"sqlite">]);
  return Object.fromEntries(Object.entries(lists).map(([name, { length }]) => [name, results.splice(0, length)])) as {
    [Name in keyof Lists]: BatchResponse<[Lists[Name][number]]>[0][];
  };
}

export type Results<Statements extends Record<string, BatchItem<"sqlite">>> = {
  [Name in keyof Statements]: BatchResponse<[Statements[Name]]>[0];
};

/**
 * A batch whose SQL is built once, because building is slow. `value("id")` stands for `values.id`; undefined is stored
 * as null. Columns of JSON, times and booleans need a value. `others` run after it, in the same transaction.
 */
export function preparedBatch<Values extends Record<string, unknown>>() {
  type Value = (name: keyof Values & string) => Placeholder;
  return <Queries extends Record<string, Query>>(build: (db: Database, value: Value) => Queries) => {
    let built: [name: string, query: ReturnType<Query["prepare"]>][] | undefined;
    return async (d1: D1Database, values: Values, others: readonly Query[] = []) => {
      built ??= Object.entries(build(database(d1), sql.placeholder)).map(([name, query]) => [name, query.prepare()]);
      const queries = [...built.map(([, query]) => query), ...others.map((query) => query.prepare())];
      const results = await d1.batch(
        queries.map((query) => {
          const { sql, params } = query.getQuery();
          return d1.prepare(sql).bind(...fillPlaceholders(params, values).map((param) => param ?? null));
        }),
      );
      return Object.fromEntries(
        built.map(([name, query], index) => [name, query.mapResult(results[index], true)]),
      ) as Results<Queries>;
    };
  };
}

/**
 * Tries again, up to three times, when D1 fails for a moment. A try whose reply was lost may have worked, so `work`
 * must be safe to repeat: decide ids and keys outside of it.
 */
export async function retried<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let retry = 0; ; retry++) {
    try {
      return await work();
    } catch (error) {
      if (retry === MAX_RETRIES || !isTransient(error)) throw error;
      await pause(FIRST_PAUSE_MS * 2 ** retry * (0.5 + Math.random()));
    }
  }
}

/** Whether a later try may succeed. The first one may have worked or not. Only the message of D1's error tells. */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (TOO_LONG.test(error.message)) return false;
  return TRANSIENT.test(error.message) || isTransient(error.cause);
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
