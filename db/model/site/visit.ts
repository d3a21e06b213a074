/** How far a visit got: to any page of the site, then to each page of the form. Each counts for those before it, too. */
export const VISIT_STAGES = [
  "site",
  "contact",
  "employment",
  "residence",
  "banking-credit",
  "downpayment",
  "review",
] as const;
export type VisitStage = (typeof VISIT_STAGES)[number];

/** The place in `VISIT_STAGES` of a page, by its path. -1 for what applicants read afterwards, often in a visit of its own. */
export function stageAt(path: string) {
  if (path === "/results" || path === "/thank-you") return -1;
  return Math.max(0, VISIT_STAGES.indexOf(path.replace("/apply/", "") as VisitStage));
}
