/** Where an application stands, in the order in which it moves. */
export const STATUSES = [
  "submitted",
  "in_review",
  "contacted",
  "docs_requested",
  "with_lender",
  "introduced",
  "approved",
  "not_approved",
  "withdrawn",
  "unreachable",
  "duplicate",
] as const;
export type Status = (typeof STATUSES)[number];

/** What staff read. */
export const statusLabels: Record<Status, string> = {
  submitted: "Submitted",
  in_review: "In review",
  contacted: "Contacted",
  docs_requested: "Documents requested",
  with_lender: "With a lender",
  introduced: "Introduced",
  approved: "Approved",
  not_approved: "Not approved",
  withdrawn: "Withdrawn",
  unreachable: "Unreachable",
  duplicate: "Duplicate",
};

/** The queue's three parts. `waiting` are those to whom the promise of a call is still owed. */
export const stages = {
  waiting: ["submitted", "in_review"],
  working: ["contacted", "docs_requested", "with_lender", "introduced"],
  closed: ["approved", "not_approved", "withdrawn", "unreachable", "duplicate"],
} as const satisfies Record<string, Status[]>;
export type Stage = keyof typeof stages;

/**
 * Where each status may lead: one step on, or to an end. Only a lender's answer ends in approved or not approved; whoever
 * was never reached cannot be reached by a lender either. A duplicate is merged, which no choice of a status does.
 */
const nextStatuses: Record<Status, Status[]> = {
  submitted: ["in_review", "withdrawn"],
  in_review: ["contacted", "withdrawn", "unreachable"],
  contacted: ["docs_requested", "withdrawn", "unreachable"],
  docs_requested: ["with_lender", "withdrawn", "unreachable"],
  with_lender: ["introduced", "not_approved", "withdrawn", "unreachable"],
  introduced: ["approved", "not_approved", "withdrawn", "unreachable"],
  approved: [],
  not_approved: [],
  withdrawn: [],
  unreachable: [],
  duplicate: [],
};

/** How a closed application ended for the forecast, which says: a partner lender approves within 30 days. */
export const outcomeLabels = {
  approved_in_30_days: "A lender approved within 30 days of the application",
  approved_later: "A lender approved, but later than 30 days",
  declined: "Every lender asked has declined",
  undecided: "No lender decided",
} as const;
export type Outcome = keyof typeof outcomeLabels;
export const OUTCOMES = Object.keys(outcomeLabels) as Outcome[];

const outcomesOf: Partial<Record<Status, Outcome[]>> = {
  approved: ["approved_in_30_days", "approved_later"],
  not_approved: ["declined"],
  withdrawn: ["undecided", "approved_in_30_days", "approved_later", "declined"],
  unreachable: ["undecided", "approved_in_30_days", "approved_later", "declined"],
};

export function nextStatusesOf(status: Status) {
  return nextStatuses[status];
}

/** Whether nobody works on an application with this status any more. */
export function isClosed(status: Status) {
  return nextStatuses[status].length === 0;
}

/** The outcomes to choose from when closing with this status; none for a status that does not close. */
export function outcomesFor(status: Status): Outcome[] {
  return outcomesOf[status] ?? [];
}

/** Why an application may not go from one status to another, in a sentence for staff; null when it may. */
export function refusedMove(from: Status, to: Status, outcome?: Outcome | null): string | null {
  if (from === to) return `This application is already ${inWords(from)}.`;
  const next = nextStatuses[from];
  if (next.length === 0) return `This application is closed as ${inWords(from)} and cannot be changed any more.`;
  if (!next.includes(to)) {
    return `An application that is ${inWords(from)} cannot become ${inWords(to)}. Next can be: ${next.map(inWords).join(", ")}.`;
  }
  const outcomes = outcomesFor(to);
  if (outcomes.length === 0) return outcome ? `Only closing an application takes an outcome.` : null;
  if (!outcome) return "Closing an application needs its outcome. Please choose one.";
  return outcomes.includes(outcome) ? null : `'${outcomeLabels[outcome]}' does not go with ${inWords(to)}.`;
}

function inWords(status: Status) {
  return statusLabels[status].toLowerCase();
}
