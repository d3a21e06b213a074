import { fileTime } from "../../db/model/time/time-for-staff.ts";

/** Where spreadsheets start a formula (OWASP, CSV injection): at a cell's start, or after what looks like its end. */
const FORMULA_STARTS = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** Makes spreadsheets read the file as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** A line of CSV (RFC 4180): cells quoted, times in Texas, an apostrophe before what looks like a formula. */
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
