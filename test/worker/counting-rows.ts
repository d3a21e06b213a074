import { env } from "cloudflare:workers";

/** D1 that adds up its queries, and the rows they read and write. */
export function countingRows() {
  const counter = { queries: 0, rowsRead: 0, rowsWritten: 0, DB: env.DB };
  const count = <Row>(result: D1Result<Row>) => {
    counter.queries++;
    counter.rowsRead += result.meta.rows_read;
    counter.rowsWritten += result.meta.rows_written;
    return result;
  };
  const counted = (statement: D1PreparedStatement) => ({
    statement,
    bind: (...values: unknown[]) => counted(statement.bind(...values)),
    all: async () => count(await statement.all()),
    run: async () => count(await statement.run()),
    // Rows as arrays come without a count.
    raw: async () => count(await statement.all<object>()).results.map((row) => Object.values(row as object)),
  });
  counter.DB = {
    prepare: (sql: string) => counted(env.DB.prepare(sql)),
    batch: async (statements: ReturnType<typeof counted>[]) =>
      (await env.DB.batch(statements.map(({ statement }) => statement))).map(count),
  } as unknown as D1Database;
  return counter;
}
