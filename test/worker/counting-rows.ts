import { env } from "cloudflare:workers";

/** A statement that D1 was asked, and how many rows it read. */
export interface Asked {
  sql: string;
  values: unknown[];
  rowsRead: number;
}

/** D1 that adds up its queries, and the rows they read and write. */
export function countingRows() {
  const counter = { queries: 0, rowsRead: 0, rowsWritten: 0, asked: [] as Asked[], DB: env.DB };
  const count = <Row>(result: D1Result<Row>, { sql, values }: Pick<Asked, "sql" | "values">) => {
    counter.queries++;
    counter.rowsRead += result.meta.rows_read;
    counter.rowsWritten += result.meta.rows_written;
    counter.asked.push({ sql, values, rowsRead: result.meta.rows_read });
    return result;
  };
  const counted = (statement: D1PreparedStatement, sql: string, values: unknown[] = []) => ({
    statement,
    ...{ sql, values },
    bind: (...values: unknown[]) => counted(statement.bind(...values), sql, values),
    all: async () => count(await statement.all(), { sql, values }),
    run: async () => count(await statement.run(), { sql, values }),
    // Rows as arrays come without a count, and rows as objects lack columns whose names are the same.
    raw: async () => {
      const { results } = count(await statement.all<object>(), { sql, values });
      return /^select/i.test(sql) ? statement.raw() : results.map((row) => Object.values(row));
    },
  });
  counter.DB = {
    prepare: (sql: string) => counted(env.DB.prepare(sql), sql),
    batch: async (statements: ReturnType<typeof counted>[]) => {
      const results = await env.DB.batch(statements.map(({ statement }) => statement));
      return results.map((result, index) => count(result, statements[index] ?? { sql: "", values: [] }));
    },
  } as unknown as D1Database;
  return counter;
}
