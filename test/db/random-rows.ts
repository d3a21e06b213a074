import { is } from "drizzle-orm";
import { getTableConfig, type SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import fc from "fast-check";
import * as schema from "../../db/schema.ts";

const LONGEST_TEXT = process.env.LONG ? 100_000 : 5000;
/** D1 takes rows of up to 2,000,000 bytes. */
const LONG_TEXTS_PER_ROW = 4;

/** Every table of the schema, by name. */
export const tables = Object.values(schema)
  .filter((value) => is(value, SQLiteTable))
  .map(getTableConfig)
  .toSorted((a, b) => (a.name < b.name ? -1 : 1));
export type Table = (typeof tables)[number];
type Value = string | number | boolean | null;
/** A value for each column, as a statement takes it. */
export interface Row {
  rowid: number;
  values: Value[];
}

/** Up to five rows for a table, with a few long texts. */
export function rowsOf(table: Table): fc.Arbitrary<Row[]> {
  const places = [...table.columns.keys()].filter((place) => table.columns[place]?.getSQLType() === "text");
  const row = fc.tuple(
    fc.integer({ min: -10, max: Number.MAX_SAFE_INTEGER - 10 }),
    fc.tuple(...table.columns.map((column) => valueIn(column))),
    places.length > 0
      ? fc.array(fc.tuple(fc.constantFrom(...places), longText), { maxLength: LONG_TEXTS_PER_ROW })
      : fc.constant([]),
  );
  return fc.uniqueArray(row, { maxLength: 5, selector: ([rowid]) => rowid }).map((rows) =>
    rows.map(([rowid, short, long], index) => {
      const values: Value[] = [...short];
      for (const [place, text] of long) values[place] = text;
      return {
        rowid,
        values: table.columns.map((column, place) => {
          const value = values[place] ?? null;
          if (column.primary && isInteger(column)) return rowid;
          if (!isUnique(table, column) || value === null) return value;
          return isInteger(column) ? index : `${value}${index}`;
        }),
      };
    }),
  );
}

/** Any of Unicode. fast-check's own "binary" takes a second to list them all. */
const character = fc
  .integer({ min: 0, max: 0x10ffff })
  .map((point) => String.fromCodePoint(point))
  .filter((text) => text.isWellFormed());
const shortText = fc.oneof(
  fc.string({ unit: character, maxLength: 20 }),
  fc.constantFrom(
    "",
    "\0",
    "a\0b",
    "it's",
    "two\nlines; -- no comment",
    "\r\n",
    "\u2028",
    "José 🚗",
    "\\'\"`",
    "null",
    "007",
    "\ufeff\uffff",
  ),
);
const longText = fc
  .tuple(fc.string({ unit: character, minLength: 1, maxLength: 30 }), fc.nat(LONGEST_TEXT))
  .map(([text, length]) =>
    text
      .repeat(Math.ceil(length / text.length))
      .slice(0, length)
      .toWellFormed(),
  );
const number = fc.oneof(
  fc.nat(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n }).map(String),
  fc.boolean(),
);

function valueIn(column: SQLiteColumn): fc.Arbitrary<Value> {
  const value: fc.Arbitrary<Value> = isInteger(column) ? number : shortText;
  return column.notNull ? value : fc.option(value);
}

function isInteger(column: SQLiteColumn) {
  return column.getSQLType() === "integer";
}

function isUnique({ indexes, primaryKeys }: Table, column: SQLiteColumn) {
  const isIn = ({ config }: Table["indexes"][number]) =>
    config.unique && config.columns.some((indexed) => "name" in indexed && indexed.name === column.name);
  const isKey = column.primary || primaryKeys.some(({ columns }) => columns.includes(column));
  return isKey || column.isUnique || indexes.some(isIn);
}
