import type { CallOutcome } from "../calls/call-outcome.ts";
import { endOf } from "../calls/call-slots.ts";
import { type AskedPaper, askedPapers } from "../case/asked-papers.ts";
import type { CaseEvent } from "../case/case-event.ts";
import { type Stage, type Status, stages } from "../case/status.ts";
import type { RecipientKind } from "../introductions/referral.ts";

/** Where an application stands, for its applicant: codes and times, which /results says in words. */
export interface Progress {
  /** What is behind the applicant, where they are, and what is still ahead unless it is closed. */
  steps: ProgressStep[];
  /** Calls in which we did not reach the applicant, oldest first; since they wanted to hear from us again, if they did. */
  tries: Try[];
  now: Standing;
  /** When it was opened again after it had been closed; null when it never was, and when it is closed now. */
  reopenedAt: Date | null;
  /** A question about an introduction waits for the applicant's yes or no: they act next, whatever else is said. */
  isAsked: boolean;
}

export const PROGRESS_STEPS = ["received", "reading", "talk", "papers", "lender", "introduced", "closed"] as const;
export interface ProgressStep {
  name: (typeof PROGRESS_STEPS)[number];
  state: "done" | "now" | "ahead";
  /** When it began; null while it is ahead. */
  at: Date | null;
}

export interface Try {
  at: Date;
  outcome: Exclude<CallOutcome, (typeof spoken)[number]>;
}

/** How a call ends in which we spoke with the applicant. */
const spoken = ["reached", "askedToCallAt", "askedToStop"] as const satisfies CallOutcome[];

interface Recipient {
  name: string;
  kind: RecipientKind;
  at: Date;
}

/** The one thing to say now. It implies who acts next. */
export type Standing =
  | { code: "stopped"; since: Date }
  /**
   * We call: by a time we promised, null when it is over or we have no number that leads to the applicant. `missed`: until then
   * we had promised to, and did not even try.
   */
  | { code: "call"; by: Date | null; missed: Date | null }
  /** We call at the time that the applicant chose. */
  | { code: "bookedCall" }
  /** We were in touch: in a call that we noted, or in another way. */
  | { code: "talked"; since: Date; inCall: boolean }
  /** The applicant sends papers, until all have arrived; none are named when the specialist named none. */
  | { code: "papers"; since: Date; papers: AskedPaper[] }
  /** These lenders have it, and may; none when the specialist still arranges it. */
  | { code: "lender"; since: Date; recipients: Recipient[] }
  /** The applicant and these lenders and dealers go on together. */
  | { code: "introduced"; since: Date; recipients: Recipient[] }
  | { code: "closed"; since: Date; ending: Ending; other: OtherApplication | null };

/** How it ended, in the applicant's eyes. */
export type Ending = "financed" | "noLenderYet" | "asWished" | "notReached" | "duplicate";

/** The application that goes on in place of a duplicate. Whoever sent it may be somebody else, so nothing more is told. */
export interface OtherApplication {
  appliedAt: Date;
  /** Whether the mail that confirmed it, with its link, went out. */
  isConfirmed: boolean;
}

interface Facts {
  status: Status;
  appliedAt: Date;
  /** Since when contact is stopped. */
  contactStoppedAt: Date | null;
  /** From when our promise counts: the application, or the wish to hear from us again. */
  promisedSince: Date;
  promisedBy: Date;
  /** Whether the hour that the applicant chose for our call is not over, and we have not called in it. */
  hasBookedTime: boolean;
  /** Whether a question about an introduction has no answer yet. */
  isAsked: boolean;
  /** In the order in which they happened. */
  events: { at: Date; event: CaseEvent }[];
  /** Who has received the application, and still has the applicant's yes. */
  recipients: Recipient[];
  /** For a duplicate; null when that one is gone or closed, too. */
  other: OtherApplication | null;
}

/** What the facts of an application, seen `now`, mean for its applicant. */
export function progressOf(facts: Facts, now: Date): Progress {
  const { status, appliedAt, contactStoppedAt, hasBookedTime, events, recipients } = facts;
  const tries = triesOf(facts);
  const since = events.findLast(({ event }) => event.kind === "status" && event.to === status)?.at ?? appliedAt;
  return {
    steps: stepsOf(facts),
    tries,
    reopenedAt: isIn("closed", status) ? null : (events.findLast(({ event }) => event.kind === "reopened")?.at ?? null),
    now: contactStoppedAt && !isIn("closed", status) ? { code: "stopped", since: contactStoppedAt } : standing(),
    isAsked: facts.isAsked && !contactStoppedAt && !isIn("closed", status),
  };

  function standing(): Standing {
    switch (status) {
      case "submitted":
      case "in_review":
        return hasBookedTime ? { code: "bookedCall" } : { code: "call", ...callPromise(facts, tries, now) };
      case "contacted":
        return {
          code: "talked",
          since,
          inCall: events.some(({ event }) => event.kind === "call" && event.outcome === "reached"),
        };
      case "docs_requested":
        return { code: "papers", since, papers: askedPapers(events) };
      case "with_lender":
        return { code: "lender", since, recipients: recipients.filter(({ kind }) => kind === "lender") };
      case "introduced":
        return { code: "introduced", since, recipients };
      default:
        return { code: "closed", since, ending: endings[status], other: status === "duplicate" ? facts.other : null };
    }
  }
}

const endings: Record<(typeof stages.closed)[number], Ending> = {
  approved: "financed",
  not_approved: "noLenderYet",
  withdrawn: "asWished",
  unreachable: "notReached",
  duplicate: "duplicate",
};

/** With which status each step begins. */
const stepStatuses: Partial<Record<Status, ProgressStep["name"]>> = {
  in_review: "reading",
  contacted: "talk",
  docs_requested: "papers",
  with_lender: "lender",
  introduced: "introduced",
};

function stepsOf({ status, appliedAt, contactStoppedAt, events }: Facts): ProgressStep[] {
  const began = new Map<ProgressStep["name"], Date>([["received", appliedAt]]);
  for (const { at, event } of events) {
    if (event.kind === "status") began.set(stepStatuses[event.to] ?? "closed", at);
    // What was after the step that it went back to is ahead again.
    if (event.kind === "reopened") {
      const back = PROGRESS_STEPS.indexOf(stepStatuses[event.to] ?? "received");
      for (const name of PROGRESS_STEPS.slice(back + 1)) began.delete(name);
    }
  }
  const isClosed = isIn("closed", status);
  const current = isClosed ? "closed" : (stepStatuses[status] ?? "received");
  const here = PROGRESS_STEPS.indexOf(current);
  return PROGRESS_STEPS.flatMap((name, index) => {
    const at = began.get(name) ?? null;
    // No papers were sent by whoever was asked for none.
    const isSkipped = index < here && at === null;
    const isNeverComing = index > here && (contactStoppedAt !== null || name === "closed");
    if (isSkipped || isNeverComing) return [];
    return [{ name, state: index < here ? "done" : index === here ? "now" : "ahead", at } as const];
  });
}

/** A number that led to somebody else says nothing any more once it was corrected. */
function triesOf({ events, promisedSince }: Facts): Try[] {
  const corrected = events.findLast(({ event }) => event.kind === "corrected" && event.field === "phone")?.at;
  return events.flatMap(({ at, event }) => {
    if (at < promisedSince || event.kind !== "call" || !isTry(event.outcome)) return [];
    if (event.outcome === "wrongNumber" && corrected && at <= corrected) return [];
    return [{ at, outcome: event.outcome }];
  });

  function isTry(outcome: CallOutcome): outcome is Try["outcome"] {
    return !(spoken as readonly CallOutcome[]).includes(outcome);
  }
}

/** Whoever chose an hour is owed a call in that hour, in place of our promise. */
function callPromise({ events, promisedSince, promisedBy }: Facts, tries: Try[], now: Date) {
  const { startsAt, endsAt } = bookedIn(events, promisedSince) ?? { startsAt: promisedSince, endsAt: promisedBy };
  // A call to a number that was wrong was a try all the same, and is one after it was corrected.
  const isTried = events.some(({ at, event }) => event.kind === "call" && at >= startsAt && at <= endsAt);
  const next = [askedFor(events, now), promisedBy].find((promise) => promise && promise > now) ?? null;
  return {
    by: tries.at(-1)?.outcome === "wrongNumber" ? null : next,
    missed: now > endsAt && !isTried ? endsAt : null,
  };
}

/** The time for which the applicant asked in our last call, if they did. */
function askedFor(events: Facts["events"], now: Date) {
  const last = events.findLast(({ event }) => event.kind === "call")?.event;
  if (last?.kind !== "call" || !last.callAt || last.callAt <= now.getTime()) return null;
  return new Date(last.callAt);
}

/** The hour that the applicant chose last, unless they gave it up. */
function bookedIn(events: Facts["events"], promisedSince: Date) {
  const last = events.findLast(
    ({ at, event }) => at >= promisedSince && (event.kind === "callBooked" || event.kind === "callCancelled"),
  )?.event;
  if (last?.kind !== "callBooked" || last.startsAt === null) return null;
  return { startsAt: new Date(last.startsAt), endsAt: new Date(endOf(last.startsAt)) };
}

function isIn(stage: Stage, status: Status) {
  return (stages[stage] as readonly Status[]).includes(status);
}
