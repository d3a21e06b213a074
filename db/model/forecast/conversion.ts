import type { Outcome, Status } from "../case/status.ts";

/** How far applications get before an approval. One that reached a stage counts for those before it, too. */
export const CONVERSION_STAGES = ["submitted", "contacted", "papers", "lender", "introduced", "approved"] as const;
export type ConversionStage = (typeof CONVERSION_STAGES)[number];

/** The labels that staff read. */
export const conversionLabels: Record<ConversionStage, string> = {
  submitted: "Submitted",
  contacted: "Contacted",
  papers: "Documents asked",
  lender: "With a lender",
  introduced: "Introduced",
  approved: "Approved",
};

/** The stage of each status. A closed application counts by the status before (`closedFrom` in db/schema.ts). */
export const stageOfStatus: Partial<Record<Status, ConversionStage>> = {
  contacted: "contacted",
  docs_requested: "papers",
  with_lender: "lender",
  introduced: "introduced",
  approved: "approved",
};

/** Outcomes that count as an approval, with any status. */
export const APPROVALS: Outcome[] = ["approved_in_30_days", "approved_later"];

/** The middle number, or the mean of the two middle ones; null for an empty list. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
