/** Big mail providers in Texas, and real ones with similar names. We take none of these for a typing error. */
const PROVIDERS = [
  "gmail.com",
  "yahoo.com",
  "hotmail.com",
  "outlook.com",
  "icloud.com",
  "aol.com",
  "live.com",
  "msn.com",
  "att.net",
  "sbcglobal.net",
  "comcast.net",
  "ymail.com",
  "protonmail.com",
];
const LOOKALIKES = [
  "mail.com",
  "email.com",
  "gmx.com",
  "me.com",
  "mac.com",
  "yahoo.ca",
  "hotmail.ca",
  "rocketmail.com",
];
/** An ending that no domain has. */
const MISTYPED_END = /\.(con|cpm|xom|vom|ocm|cmo)$/;
/** In a name this short, two typing errors would make a different name. */
const SHORT = 8;

/** The address that somebody probably meant, mostly at a big provider; null if it looks right, or is no address. */
export function likelyEmail(typed: string) {
  const [, local, domain = ""] = /^([^@\s]+)@([^@\s]+)$/.exec(typed.trim().toLowerCase()) ?? [];
  if (!local || [...PROVIDERS, ...LOOKALIKES].includes(domain)) return null;
  const meant = PROVIDERS.map((name) => ({ name, slips: slipsBetween(domain, name) }))
    .filter(({ name, slips }) => slips <= (name.length <= SHORT ? 1 : 2))
    .sort((a, b) => a.slips - b.slips)[0];
  const better = meant?.name ?? domain.replace(MISTYPED_END, ".com");
  return better === domain ? null : `${typed.trim().split("@")[0]}@${better}`;
}

/** The number of letters added, left out, replaced or swapped with the next (optimal string alignment distance). */
function slipsBetween(a: string, b: string) {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY;
  for (let row = 1; row <= a.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[row - 1] === b[column - 1];
      const isSwapped = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1];
      (rows[row] as number[])[column] = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwapped ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
      );
    }
  }
  return at(a.length, b.length);
}
