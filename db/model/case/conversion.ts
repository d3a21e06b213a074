import type { Outcome, Status } from "./status.ts";

/** How far applications get before an approval, as staff read it. One that reached a stage counts for those before it, too. */
export const conversionLabels = {
  submitted: "Submitted",
  contacted: "Contacted",
  papers: "Documents asked",
  lender: "With a lender",
  introduced: "Introduced",
  approved: "Approved",
};
export type ConversionStage = keyof typeof conversionLabels;
export const CONVERSION_STAGES = Object.keys(conversionLabels) as ConversionStage[];

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

/** What tells how far an application got. */
interface Reached {
  status: Status;
  closedFrom: Status | null;
  outcome: Outcome | null;
  isContacted: boolean;
}

/** Whether an application got to this stage, even if it is closed by now. */
export function hasReached(stage: ConversionStage, { status, closedFrom, outcome, isContacted }: Reached) {
  const reached = [
    "submitted",
    stageOfStatus[status],
    closedFrom ? stageOfStatus[closedFrom] : undefined,
    isContacted ? "contacted" : undefined,
    outcome && APPROVALS.includes(outcome) ? "approved" : undefined,
  ] as const;
  const place = CONVERSION_STAGES.indexOf(stage);
  return reached.some((each) => each !== undefined && CONVERSION_STAGES.indexOf(each) >= place);
}
