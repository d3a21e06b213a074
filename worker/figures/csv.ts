import { fileTime } from "../../db/model/time/time-in-words.ts";

/**
 * Where a spreadsheet would take what follows for a formula (OWASP, CSV injection): at the beginning of a cell, and after what some
 * take for its end, whether quoted or not. Full-width signs count for those that fold widths.
 */
const FORMULA_STARTS = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** Begins a file that spreadsheets are to read as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** One line of a CSV file (RFC 4180): every cell quoted, times in Texas, what looks like a formula in a text made harmless by an apostrophe. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: unknown) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? '"Yes"' : '"No"';
  if (value instanceof Date) return `"${fileTime(value)}"`;
  const text = String(value);
  const harmless = typeof value === "string" ? text.replace(FORMULA_STARTS, "'") : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
