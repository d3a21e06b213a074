import { getTableColumns } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";

/** A row of any table as of this time. All its texts are `id`, so rows with one id belong to each other. */
export function rowOf<Table extends SQLiteTable>(table: Table, id: string, at: Date): Table["$inferInsert"] {
  const values: Record<string, unknown> = { string: id, number: 1, boolean: false, date: at, json: {}, custom: [] };
  const columns = Object.entries(getTableColumns(table)).filter(
    ([name, { notNull, hasDefault, dataType }]) => notNull && (!hasDefault || dataType === "date" || name === "number"),
  );
  return Object.fromEntries(columns.map(([name, { dataType }]) => [name, values[dataType]]));
}
