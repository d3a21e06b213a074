/**
 * Where a spreadsheet would take what follows for a formula (OWASP, CSV injection): at the beginning of a cell, and after what some
 * take for its end, whether quoted or not. Full-width signs count for those that fold widths.
 */
const FORMULA_STARTS = /^(?=[\t\r])|(?<=^|[;\t\r\n])(?=[=+\-@＝＋－＠])/g;

/** Begins a file that spreadsheets are to read as UTF-8. */
export const BYTE_ORDER_MARK = "\ufeff";

/** Written as 2026-11-21 14:31:00, which spreadsheets take for a time. */
const inTexas = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "America/Chicago",
  dateStyle: "short",
  timeStyle: "medium",
});

/** A time as files have it: in Texas, '2026-11-21 14:31:00'. */
export function centralTime(time: Date) {
  return inTexas.format(time);
}

/** The day of a time in Texas, '2026-11-21'. */
export function centralDay(time: Date) {
  return centralTime(time).slice(0, 10);
}

/** One line of a CSV file (RFC 4180): every cell quoted, times in Texas, what looks like a formula in a text made harmless by an apostrophe. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: unknown) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? '"Yes"' : '"No"';
  if (value instanceof Date) return `"${centralTime(value)}"`;
  const text = String(value);
  const harmless = typeof value === "string" ? text.replace(FORMULA_STARTS, "'") : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
