import { fillPlaceholders, type Placeholder, type SQL, sql } from "drizzle-orm";
import type { BatchItem, BatchResponse } from "drizzle-orm/batch";
import { drizzle } from "drizzle-orm/d1";
import type { SQLitePreparedQuery, SQLiteTable } from "drizzle-orm/sqlite-core";

const MAX_RETRIES = 3;
const FIRST_PAUSE_MS = 20;

const TRANSIENT =
  /network connection lost|caused object to be reset|reset because its code was updated|transient issue on remote node|client disconnected/i;

/** A query that took too long is not tried again, because it would take as long again. */
const TOO_LONG = /exceeded timeout/i;

/** The one place where Drizzle meets D1. */
export function database(d1: D1Database) {
  return drizzle(d1);
}
export type Database = ReturnType<typeof database>;

/** The condition that a row of this table fits. */
export function hasRow(table: SQLiteTable, condition: SQL | undefined) {
  return sql`exists (select 1 from ${table} where ${condition})`;
}

type Query = BatchItem<"sqlite"> & { prepare: () => Pick<SQLitePreparedQuery<never>, "getQuery" | "mapResult"> };

/** Runs these statements in this order, in one transaction; the results have their names. */
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
export type Results<Statements extends Record<string, BatchItem<"sqlite">>> = {
  [Name in keyof Statements]: BatchResponse<[Statements[Name]]>[0];
};

/**
 * A batch whose SQL is built once; each request only fills in its values, since building takes several times longer. In
 * its statements `value("id")` stands for `values.id`: the column encodes what it compares or stores, anywhere else it goes to
 * D1 as it is. Undefined is stored as null. Drizzle encodes null too, so columns of JSON, times and booleans need a value.
 * The `others` are built anew and run after it, in the same transaction.
 * The results have the names of their statements.
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
 * Does the work again, at most three times and after a random pause that doubles, while D1 fails in passing. The first
 * try may have been stored and only its reply lost, so the work must mean the same when done twice: decide ids and keys
 * outside it. An overloaded D1 is not asked again; its error goes to the caller like every other.
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

/**
 * Whether D1 may have done the work or not, and the same again is likely to succeed. Drizzle wraps D1's error, whose message
 * is what counts.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (TOO_LONG.test(error.message)) return false;
  return TRANSIENT.test(error.message) || isTransient(error.cause);
}

function pause(milliseconds: number) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
