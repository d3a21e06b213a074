const FIRST_YEAR = 2000;
const MONTHS = 12;
/** Three hexadecimal digits count the months until the year 2341. */
const DIGITS = 3;

/**
 * A random UUID (version 4 in form) that begins with the month in which it was made, in UTC: '142…' is November 2026. So whatever is
 * split by time later can be found by its id alone. The other 110 bits are random.
 */
export function datedId(at: Date) {
  return inMonthOf(monthDigits(at), crypto.randomUUID());
}

/** This UUID with the month of a dated id, or of three such digits. */
export function inMonthOf(dated: string, uuid: string) {
  return dated.slice(0, DIGITS) + uuid.slice(DIGITS);
}

/** The month in which a dated id was made, such as '2026-11'; null for what is no UUID. */
export function monthOf(id: string) {
  if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id)) return null;
  const months = Number.parseInt(id.slice(0, DIGITS), 16);
  const month = String((months % MONTHS) + 1).padStart(2, "0");
  return `${FIRST_YEAR + Math.floor(months / MONTHS)}-${month}`;
}

function monthDigits(at: Date) {
  const months = (at.getUTCFullYear() - FIRST_YEAR) * MONTHS + at.getUTCMonth();
  return months.toString(16).padStart(DIGITS, "0");
}
