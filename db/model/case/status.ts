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

/** From first to last, the statuses in which somebody works on an application. */
const openStatuses: Status[] = [...stages.waiting, ...stages.working];

/**
 * With which statuses an open one may end. Only a lender's answer ends in approved or not approved; whoever nobody has looked
 * at yet was not unreachable. A duplicate is merged, which no choice of a status does.
 */
const endsOf: Record<(typeof stages)["waiting" | "working"][number], Status[]> = {
  submitted: ["withdrawn"],
  in_review: ["withdrawn", "unreachable"],
  contacted: ["withdrawn", "unreachable"],
  docs_requested: ["withdrawn", "unreachable"],
  with_lender: ["approved", "not_approved", "withdrawn", "unreachable"],
  introduced: ["approved", "not_approved", "withdrawn", "unreachable"],
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

/** Where an application with this status may go: to any later open status, or to an end. None from a closed one. */
export function nextStatusesOf(status: Status): Status[] {
  if (!isOpen(status)) return [];
  return [...openStatuses.slice(openStatuses.indexOf(status) + 1), ...endsOf[status]];
}

/** The open statuses before this one, from which what was done may lead on to it. */
export function statusesBefore(status: Status): Status[] {
  return openStatuses.slice(0, Math.max(0, openStatuses.indexOf(status)));
}

/** Whether nobody works on an application with this status any more. */
export function isClosed(status: Status) {
  return !isOpen(status);
}

/** Whether this move is the first of which an applicant hears from us: the promise of a call is kept or given up with it. */
export function isFirstContact(from: Status, to: Status) {
  return includes(stages.waiting, from) && includes(stages.working, to);
}

/**
 * With which statuses a closed application may be reopened, the latest first: open ones that it has `had`, so that nobody is
 * told of a call or a lender that never was. Whoever was contacted does not wait for a first call again.
 */
export function reopenedStatuses(had: Iterable<Status>): Status[] {
  const known = new Set<Status>(["submitted", ...had]);
  const open = openStatuses.filter((status) => known.has(status)).reverse();
  const working = open.filter((status) => includes(stages.working, status));
  return working.length > 0 ? working : open;
}

/** The outcomes to choose from when closing with this status; none for a status that does not close. */
export function outcomesFor(status: Status): Outcome[] {
  return outcomesOf[status] ?? [];
}

/** Why an application may not go from one status to another, in a sentence for staff; null when it may. */
export function refusedMove(from: Status, to: Status, outcome?: Outcome | null): string | null {
  if (from === to) return `This application is already ${inWords(from)}.`;
  const next = nextStatusesOf(from);
  if (next.length === 0) return `This application is closed as ${inWords(from)}. Only a manager can reopen it.`;
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

function isOpen(status: Status): status is keyof typeof endsOf {
  return openStatuses.includes(status);
}

function includes(statuses: readonly Status[], status: Status) {
  return statuses.includes(status);
}
