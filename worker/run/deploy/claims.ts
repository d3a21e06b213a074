import { readFileSync } from "node:fs";

/** One dated table of what the public pages claim. Words in backticks stand on each page that is named. */
export const CLAIMS = "web/copy/claims/claims.md";

interface Claim {
  says: string;
  /** Paths, or 'every page'. */
  where: string;
  /** 'none yet', or what proves it. */
  proof: string;
  /** Of the proof: '2026-05-01'; empty without one. */
  date: string;
  who: string;
}

/** The rows of the table. */
export function readClaims(markdown = readFileSync(CLAIMS, "utf8")): Claim[] {
  const [, , ...rows] = markdown.split("\n").filter((line) => line.startsWith("|"));
  return rows.map((row) => {
    const [says = "", where = "", proof = "", date = "", who = ""] = row
      .split("|")
      .slice(1)
      .map((cell) => cell.trim());
    return { says, where, proof, date, who };
  });
}

/** A line for each claim that nothing proves, or only something of more than a year ago, below a line that says so. */
export function openClaims(now: Date, claims = readClaims()) {
  const lastYear = new Date(now);
  lastYear.setUTCFullYear(now.getUTCFullYear() - 1);
  const open = claims.filter(({ date }) => !date || new Date(date) < lastYear);
  if (open.length === 0) return [];
  const lines = open.map(
    ({ says, proof, date }) => `- ${says.replaceAll("`", "")}: ${date ? `${proof}, ${date}` : proof}`,
  );
  return [`The pages claim this without proof, or with one of more than a year ago (${CLAIMS}):`, ...lines];
}
