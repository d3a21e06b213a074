import type { Outcome, Status } from "../case/status.ts";

/** How far applications get, from coming in to an approval. Whoever got to a stage has also got to those before it. */
export const CONVERSION_STAGES = ["submitted", "contacted", "papers", "lender", "introduced", "approved"] as const;
export type ConversionStage = (typeof CONVERSION_STAGES)[number];

/** What staff read. */
export const conversionLabels: Record<ConversionStage, string> = {
  submitted: "Submitted",
  contacted: "Contacted",
  papers: "Documents asked",
  lender: "With a lender",
  introduced: "Introduced",
  approved: "Approved",
};

/** The stage that each status is. How an application got to an end says what it was before: see `closedFrom` in db/schema.ts. */
export const stageOfStatus: Partial<Record<Status, ConversionStage>> = {
  contacted: "contacted",
  docs_requested: "papers",
  with_lender: "lender",
  introduced: "introduced",
  approved: "approved",
};

/** Outcomes that are an approval, whatever the status. */
export const APPROVALS: Outcome[] = ["approved_in_30_days", "approved_later"];

/** The middle of these numbers, the mean of the two middle ones when their count is even; null when there are none. */
export function median(numbers: readonly number[]): number | null {
  const sorted = numbers.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
