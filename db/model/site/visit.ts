import type { Step } from "../form/application.ts";

/** How far a visit got, as staff read it, by the page of the form that it reached. Each counts for those before it, too. */
export const visitLabels = {
  site: "Opened the site",
  contact: "Started the form",
  employment: "Contact info done",
  residence: "Employment done",
  "banking-credit": "Residence done",
  downpayment: "Banking and credit done",
  review: "All steps done",
} satisfies Record<"site" | Step | "review", string>;
export type VisitStage = keyof typeof visitLabels;
export const VISIT_STAGES = Object.keys(visitLabels) as VisitStage[];

/** The place in `VISIT_STAGES` of a page, by its path. -1 for what applicants read afterwards, often in a visit of its own. */
export function stageAt(path: string) {
  if (path === "/results" || path === "/thank-you") return -1;
  return Math.max(0, VISIT_STAGES.indexOf(path.replace("/apply/", "") as VisitStage));
}
