/** What a spreadsheet would take for a formula when a cell begins with it (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r]/;

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

/** One line of a CSV file (RFC 4180): every cell quoted, times in Texas, texts that look like a formula made harmless by an apostrophe. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: unknown) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? '"Yes"' : '"No"';
  if (value instanceof Date) return `"${centralTime(value)}"`;
  const text = String(value);
  const isRisky = typeof value === "string" && FORMULA_START.test(text);
  return `"${(isRisky ? `'${text}` : text).replaceAll('"', '""')}"`;
}
