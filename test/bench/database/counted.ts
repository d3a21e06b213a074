import type { Env } from "../../../worker/env.ts";

export type Counter = ReturnType<typeof newCounter>;

/** What was asked of a D1 since it was set to zero; `bytes` is its size after the last statement. */
export function newCounter() {
  return { ms: 0, rowsRead: 0, rowsWritten: 0, bytes: 0 };
}

/** Bindings of a bench, whose D1 is counted. Nobody limits it. */
export function countedEnv(env: Env, counter: Counter): Env {
  return { ...env, DB: counted(env.DB, counter), LIMITS: "off", HASH_KEY: "bench" };
}

/** D1 that adds up the milliseconds and rows of its statements within SQLite. */
function counted(d1: D1Database, counter: Counter): D1Database {
  const count = <Row>(result: D1Result<Row>) => {
    counter.ms += result.meta.duration;
    counter.rowsRead += result.meta.rows_read;
    counter.rowsWritten += result.meta.rows_written;
    counter.bytes = Math.max(counter.bytes, result.meta.size_after);
    return result;
  };
  const wrap = (statement: D1PreparedStatement): object => ({
    statement,
    bind: (...values: unknown[]) => wrap(statement.bind(...values)),
    all: async () => count(await statement.all()),
    run: async () => count(await statement.run()),
    raw: async () => count(await statement.all<object>()).results.map((row) => Object.values(row as object)),
  });
  return {
    prepare: (sql: string) => wrap(d1.prepare(sql)),
    batch: async (statements: { statement: D1PreparedStatement }[]) =>
      (await d1.batch(statements.map(({ statement }) => statement))).map(count),
  } as unknown as D1Database;
}
