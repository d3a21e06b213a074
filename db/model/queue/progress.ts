import type { CallOutcome } from "../calls/call-outcome.ts";
import { endOf } from "../calls/call-slots.ts";
import type { Application } from "../case/case.ts";
import { type CaseEvent, happenedAt } from "../case/case-event.ts";
import { isIn, type Status, type stages } from "../case/status.ts";
import type { RecipientKind } from "../directory/recipient-kind.ts";

/** Where an application stands, as codes and times. The results page turns them into words. */
export interface Progress {
  /** All but the last while the case is open; once it is closed, those that were taken. After a stop none is ahead. */
  steps: ProgressStep[];
  /** Calls that did not reach the applicant, oldest first. After a stop was taken back, only calls since then. */
  tries: Try[];
  now: Standing;
  /** When a manager reopened it; null if never, or if it is closed again. */
  reopenedAt: Date | null;
  /** The applicant still has to answer about an introduction, so it is their turn whatever else we say. */
  isAsked: boolean;
}

export const PROGRESS_STEPS = ["received", "reading", "talk", "papers", "lender", "introduced", "closed"] as const;
export interface ProgressStep {
  name: (typeof PROGRESS_STEPS)[number];
  /** `skipped`: the case went on without it. */
  state: "done" | "skipped" | "now" | "ahead";
  /** When the step began; null if it did not. */
  at: Date | null;
}

export interface Try {
  at: Date;
  outcome: Exclude<CallOutcome, (typeof spoken)[number]>;
}

/** Outcomes of calls in which we talked to the applicant. */
const spoken = ["reached", "askedToCallAt", "askedToStop"] as const satisfies CallOutcome[];

interface Recipient {
  name: string;
  kind: RecipientKind;
  at: Date;
}

/** The one thing to tell the applicant now. It also says whose turn it is. */
export type Standing =
  | { code: "stopped"; since: Date }
  /** We call by this time; null if it is over or the number is wrong. `missed`: a promise that passed without a try. */
  | { code: "call"; by: Date | null; missed: Date | null }
  /** We will call at the time the applicant chose. */
  | { code: "bookedCall" }
  /** We were in touch, in a call that we noted or in another way. */
  | { code: "talked"; since: Date; inCall: boolean }
  /** The applicant has to send papers, or has sent them all. */
  | { code: "papers"; since: Date }
  /** These lenders have the application. Empty while the specialist is still arranging it. */
  | { code: "lender"; since: Date; recipients: Recipient[] }
  /** The applicant now deals with these lenders and dealers directly. */
  | { code: "introduced"; since: Date; recipients: Recipient[] }
  | { code: "closed"; since: Date; ending: Ending; other: OtherApplication | null };

/** How the case ended, in terms an applicant understands. */
export type Ending = "financed" | "noLenderYet" | "asWished" | "notReached" | "duplicate";

/** The case that replaces a duplicate. Somebody else may have sent that one, so we tell nothing more about it. */
export interface OtherApplication {
  appliedAt: Date;
  /** Whether its confirmation, which has the link, was sent. */
  isConfirmed: boolean;
}

interface Facts extends Pick<Application, "status" | "contactStoppedAt"> {
  appliedAt: Date;
  /** When our promise began: with the application, or when the applicant allowed contact again. */
  promisedSince: Date;
  promisedBy: Date;
  /** Whether the hour chosen for our call is not over, and we have not called in it. */
  hasBookedTime: boolean;
  /** Whether a question about an introduction is still unanswered. */
  isAsked: boolean;
  /** Oldest first. */
  events: { at: Date; event: CaseEvent }[];
  /** Recipients who have the application and still have the applicant's yes. */
  recipients: Recipient[];
  /** The case that replaces this duplicate; null if that one is deleted or closed. */
  other: OtherApplication | null;
}

/** What an applicant can be told `now` about an application with these facts. */
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
        return { code: "papers", since };
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

/** The status that begins each step. */
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
    // A reopened case goes back: the steps after its new status are ahead again.
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
    const wasNever = index < here && at === null;
    const isNeverComing = index > here && (contactStoppedAt !== null || name === "closed");
    if ((wasNever && isClosed) || isNeverComing) return [];
    const past = wasNever ? "skipped" : "done";
    return [{ name, state: index < here ? past : index === here ? "now" : "ahead", at } as const];
  });
}

/** Leaves out wrong numbers that were corrected later. */
function triesOf({ events, promisedSince }: Facts): Try[] {
  const corrected = events.findLast(({ event }) => event.kind === "corrected" && event.field === "phone")?.at;
  return events.flatMap((each) => {
    const { event } = each;
    const at = happenedAt(each);
    if (at < promisedSince || event.kind !== "call" || !isTry(event.outcome)) return [];
    if (event.outcome === "wrongNumber" && corrected && at <= corrected) return [];
    return [{ at, outcome: event.outcome }];
  });

  function isTry(outcome: CallOutcome): outcome is Try["outcome"] {
    return !(spoken as readonly CallOutcome[]).includes(outcome);
  }
}

/** A chosen hour replaces our promise of an answer. */
function callPromise({ events, promisedSince, promisedBy }: Facts, tries: Try[], now: Date) {
  const { startsAt, endsAt } = bookedIn(events, promisedSince) ?? { startsAt: promisedSince, endsAt: promisedBy };
  // A call to a wrong number counts as a try, even after the number was corrected.
  const isTried = events.some(
    (each) => each.event.kind === "call" && happenedAt(each) >= startsAt && happenedAt(each) <= endsAt,
  );
  const next = [askedFor(events, now), promisedBy].find((promise) => promise && promise > now) ?? null;
  return {
    by: tries.at(-1)?.outcome === "wrongNumber" ? null : next,
    missed: now > endsAt && !isTried ? endsAt : null,
  };
}

/** The time the applicant asked for in our last call, if any. */
function askedFor(events: Facts["events"], now: Date) {
  const last = events.findLast(({ event }) => event.kind === "call")?.event;
  if (last?.kind !== "call" || !last.callAt || last.callAt <= now.getTime()) return null;
  return new Date(last.callAt);
}

/** The hour the applicant chose last, unless they canceled it. */
function bookedIn(events: Facts["events"], promisedSince: Date) {
  const last = events.findLast(
    ({ at, event }) => at >= promisedSince && (event.kind === "callBooked" || event.kind === "callCancelled"),
  )?.event;
  if (last?.kind !== "callBooked" || last.startsAt === null) return null;
  return { startsAt: new Date(last.startsAt), endsAt: new Date(endOf(last.startsAt)) };
}
