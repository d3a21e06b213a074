import * as z from "zod/mini";

/** Cursors of lists that are read page by page: the values by which a list is ordered, of the last row that a page showed. */

/** By what a list is ordered: each column, and how a cursor says its value. */
type Order = z.ZodMiniObject<Readonly<Record<string, z.ZodMiniType<string | number | null, string | null>>>>;
type Placed<By extends Order> = Record<keyof z.output<By>, string | number | Date | null>;

/** A count, or a time in milliseconds. */
export const whole = z.pipe(z.string().check(z.regex(/^\d{1,16}$/)), z.transform(Number));

/** '1763989200000_5_a3b1'; what is null is left blank. */
export function cursorOf<By extends Order>(by: By, row: Placed<By>) {
  const values: Partial<Record<string, string | number | Date | null>> = row;
  return Object.keys(by.shape)
    .map((column) => values[column])
    .map((value) => (value instanceof Date ? value.getTime() : value))
    .join("_");
}

/** The place that a cursor names; `start` for one that is none of ours, or of a list in another order. */
export function placeOf<By extends Order, Start>(by: By, cursor: string | undefined, start: Start) {
  const columns = Object.keys(by.shape);
  const values = cursor?.split("_") ?? [];
  // The last one may have a _ itself.
  const texts = [...values.splice(0, columns.length - 1), values.join("_")];
  const read = by.safeParse(Object.fromEntries(columns.map((column, index) => [column, texts[index] || null])));
  return read.success ? read.data : start;
}

/** What a page shows of rows of which one more than `most` were asked for, and the cursor of the page after it; null at the end. */
export function pageOf<By extends Order, Row extends Placed<By>>(rows: Row[], most: number, by: By) {
  const shown = rows.slice(0, most);
  const last = shown.at(-1);
  return { shown, next: rows.length > most && last ? cursorOf(by, last) : null };
}
