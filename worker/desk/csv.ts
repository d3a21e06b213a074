/** What a spreadsheet would take for a formula when a cell begins with it (OWASP, CSV injection). */
const FORMULA_START = /^[=+\-@\t\r]/;

/** One line of a CSV file (RFC 4180): every cell quoted, texts that look like a formula made harmless by an apostrophe. */
export function csvLine(cells: readonly unknown[]) {
  return `${cells.map(cell).join(",")}\r\n`;
}

function cell(value: unknown) {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? '"Yes"' : '"No"';
  if (value instanceof Date) return `"${value.toISOString()}"`;
  const text = String(value);
  const isRisky = typeof value === "string" && FORMULA_START.test(text);
  return `"${(isRisky ? `'${text}` : text).replaceAll('"', '""')}"`;
}
