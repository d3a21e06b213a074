import { DAY_MS } from "../time/clock.ts";

/**
 * The statuses of a case, in the order it goes through them, in the three parts of the queue. In `waiting`, we still owe the
 * applicant the promised call.
 */
export const stages = {
  waiting: ["submitted", "in_review"],
  working: ["contacted", "docs_requested", "with_lender", "introduced"],
  closed: ["approved", "not_approved", "withdrawn", "unreachable", "duplicate"],
} as const;
export type Stage = keyof typeof stages;
export type Status = (typeof stages)[Stage][number];
export const STATUSES: Status[] = Object.values(stages).flat();

/** The labels that staff read. */
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

/** The statuses in which somebody works on a case, in order. */
const openStatuses: Status[] = [...stages.waiting, ...stages.working];

/**
 * The endings that each open status allows. Approved and not approved need a lender; unreachable needs somebody who
 * tried. Duplicate is set by a merge only.
 */
const endsOf: Record<(typeof stages)["waiting" | "working"][number], Status[]> = {
  submitted: ["withdrawn"],
  in_review: ["withdrawn", "unreachable"],
  contacted: ["withdrawn", "unreachable"],
  docs_requested: ["withdrawn", "unreachable"],
  with_lender: ["approved", "not_approved", "withdrawn", "unreachable"],
  introduced: ["approved", "not_approved", "withdrawn", "unreachable"],
};

/** How a closed case ended, to check the forecast, which predicts a partner lender's approval within 30 days. */
export const outcomeLabels = {
  approved_in_30_days: "A lender approved within 30 days of the application",
  approved_later: "A lender approved, but later than 30 days",
  declined: "Every lender asked has declined",
  undecided: "No lender decided",
} as const;
export type Outcome = keyof typeof outcomeLabels;
export const OUTCOMES = Object.keys(outcomeLabels) as Outcome[];

const SOON_DAYS = 30;

/** The outcome of an application that was sent and approved at these times, as ISO text. */
export function approvedIn(sentAt: string, approvedAt: string): Outcome {
  const days = (Date.parse(approvedAt) - Date.parse(sentAt)) / DAY_MS;
  return days <= SOON_DAYS ? "approved_in_30_days" : "approved_later";
}

const outcomesOf: Partial<Record<Status, Outcome[]>> = {
  approved: ["approved_in_30_days", "approved_later"],
  not_approved: ["declined"],
  withdrawn: ["undecided", "approved_in_30_days", "approved_later", "declined"],
  unreachable: ["undecided", "approved_in_30_days", "approved_later", "declined"],
};

/** The statuses a member may choose next: any later open one, or an ending. Empty for a closed case. */
export function nextStatusesOf(status: Status): Status[] {
  if (!isOpen(status)) return [];
  return [...openStatuses.slice(openStatuses.indexOf(status) + 1), ...endsOf[status]];
}

/** The open statuses before this one. */
export function statusesBefore(status: Status): Status[] {
  return openStatuses.slice(0, Math.max(0, openStatuses.indexOf(status)));
}

/** Whether this is a status of that part of the queue. */
export function isIn(stage: Stage, status: string) {
  return (stages[stage] as readonly string[]).includes(status);
}

/** Whether this status ends a case. */
export function isClosed(status: Status) {
  return !isOpen(status);
}

/** Whether this move is the applicant's first news from us. Then our promise of a call is kept, or no longer counts. */
export function isFirstContact(from: Status, to: Status) {
  return isIn("waiting", from) && isIn("working", to);
}

/**
 * The statuses with which a closed case may be reopened, latest first: open ones that it has `had`, so that the
 * applicant never reads of a call or a lender that did not happen. After first contact, never a waiting one.
 */
export function reopenedStatuses(had: Iterable<Status>): Status[] {
  const known = new Set<Status>(["submitted", ...had]);
  const open = openStatuses.filter((status) => known.has(status)).reverse();
  const working = open.filter((status) => isIn("working", status));
  return working.length > 0 ? working : open;
}

/** The outcomes to choose from when closing with this status; empty for an open status. */
export function outcomesFor(status: Status): Outcome[] {
  return outcomesOf[status] ?? [];
}

/** A sentence for staff that says why this move is not allowed; null if it is. */
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
