import * as z from "zod/mini";
import { CALL_OUTCOMES, type CallOutcome, TRIES } from "../calls/call-outcome.ts";
import { instant } from "../calls/call-slots.ts";
import type { ConsentEvidence } from "../consent/consent.ts";
import type { CorrectionGround } from "../contact/correction.ts";
import { hiddenEmail, hiddenPhone } from "../contact/hidden.ts";
import { RECIPIENT_KINDS } from "../directory/recipient-kind.ts";
import { DECISIONS, type PermissionEvidence, type Question } from "../introductions/permission.ts";
import { NOTED_ANSWERS, type RecipientAnswer } from "../introductions/referral.ts";
import { PAPERS, type Paper } from "../papers/papers.ts";
import { line, lines } from "../text.ts";
import type { Time } from "../time/time-in-words.ts";
import type { Language } from "../words.ts";
import { NextAction, type NextKind, type Planned } from "./next-action.ts";
import { isIn, OUTCOMES, type Outcome, STATUSES, type Status } from "./status.ts";

/** Where a member heard that an applicant wants no more contact. */
export const STOP_WAYS = ["phone", "email", "message", "other"] as const;
export type StopWay = (typeof STOP_WAYS)[number];
/** Where the applicant pressed Stop: on the results page, which the link in our mail may have opened. */
export type StopOnPage = "page" | "mailedLink";

/** Something that happened to a case. */
export type CaseEvent =
  | {
      kind: "status";
      from: Status;
      to: Status;
      outcome: Outcome | null;
      /** Which papers were asked for, if any. */
      papers?: Paper[];
      /** The id of the case that replaces this one, if it was merged. */
      duplicateOf?: string;
    }
  /** A manager reopened the case; colleagues read the reason. `from` and `outcome` are those it was closed with. */
  | { kind: "reopened"; from: Status; to: Status; outcome: Outcome | null; reason: string }
  /** `ownerId` null: the case went back to the queue. */
  | { kind: "owner"; ownerId: string | null }
  | { kind: "note"; text: string }
  | {
      kind: "call";
      outcome: CallOutcome;
      /** When the call was made, in milliseconds, if it was noted later. */
      calledAt?: number;
      /** When they asked to be called, in milliseconds. */
      callAt?: number | null;
      /** What was planned next; null if nothing. */
      next?: Planned | null;
      before?: BeforeCall;
    }
  /** A member undid a call that they had noted by mistake. `call` is the id of its event. */
  | { kind: "callUndone"; call: number }
  | { kind: "nextAction"; next: Planned }
  /**
   * The applicant asked us to stop, on the page or through a member. `elsewhere`: in another application with the same
   * phone or e-mail, or in a message. `mailedLink`: on the page, opened by the link in our mail. `correction`, `merge`: such a
   * stop applied here only after one of these.
   */
  | { kind: "contactStopped"; elsewhere: boolean; how: StopWay | StopOnPage | "correction" | "merge" }
  /** The applicant allowed contact about this application again, with a new consent. */
  | { kind: "contactResumed"; consent: ConsentEvidence }
  /** By the applicant. `startsAt` is in milliseconds, null for 'as soon as possible'. */
  | { kind: "callBooked"; startsAt: number | null }
  | { kind: "callCancelled" }
  /** The booked call took place. */
  | { kind: "callDone" }
  /** Merged with another application of one person. `before` is null in the one that goes on. */
  | { kind: "merged"; otherId: string; before: BeforeMerge | null }
  | { kind: "split"; otherId: string }
  /**
   * Contact data was corrected. Consent was for `old`, so it stays as evidence; the desk shows a part of it, since it
   * may be somebody else's. `grounds` null: the applicant corrected it, with a code or, if `isJustSent`,
   * in the browser that had just sent the application.
   */
  | {
      kind: "corrected";
      field: "phone" | "email";
      old: string;
      grounds: { ground: CorrectionGround; reason: string } | null;
      isJustSent?: true;
    }
  /**
   * Somebody opened our page by the link in a mail to this address, so records that we show there can be read (15
   * U.S.C. 7001(c)(1)(C)(ii)). It need not be the applicant: people forward mails, and some scanners open links.
   */
  | { kind: "linkOpened"; email: string }
  /** The applicant confirmed, on the results page, the address that a member had entered. */
  | { kind: "emailConfirmed"; email: string }
  /** About one recipient. A stop takes back open introductions, too, but has no event for each. */
  | ({ kind: "permissionAsked" | "permissionGiven" | "permissionRefused" | "permissionWithdrawn" } & PermissionEvidence)
  /** The applicant lets a recipient see the documents that the words name, or none anymore. */
  | ({ kind: "papersNamed"; recipientId: string; recipientName: string } & Question)
  | { kind: "papersTakenBack"; recipientId: string; recipientName: string }
  /** Why a member chose a lender or dealer that does not fit. */
  | { kind: "unsuitableChosen"; recipientId: string; recipientName: string; reason: string }
  /** The application was sent to a lender or dealer, as the row in `referrals` says. */
  | { kind: "sent"; referralId: string }
  /** Somebody with the same phone or e-mail asked us to stop, and it may have been another person. */
  | { kind: "stopHeardElsewhere" }
  /** A lender's or dealer's answer to the lead with this id; the last one counts. */
  /** `how`: absent if a member noted it. `amount`: of an approval, in dollars. */
  | {
      kind: "recipientAnswered";
      referralId: string;
      recipientName: string;
      answer: RecipientAnswer;
      how?: "link";
      amount?: number;
    }
  /** A member ended the link to a lead that was mailed to this recipient. */
  | { kind: "linkEnded"; recipientName: string }
  /** Besides a new status, these papers were asked for, also again. */
  | { kind: "papersAsked"; papers: Paper[] }
  /** A paper arrived: from the applicant, or a member has checked it. The last event about a paper counts. */
  | { kind: "paperReceived"; paper: Paper }
  /** It did not after all, or it has to come again; `reason` is a member's words for the applicant. */
  | { kind: "paperNotReceived"; paper: Paper; reason?: string }
  /** A letter was sent; `letters` has its words. */
  | { kind: "letterSent"; letterId: string; name: string; language: Language }
  /**
   * Somebody answered a mail of ours. Anybody can write any address into a mail, so this gives nobody anything to say in the case.
   * `isKnown`: it came from the applicant's address or, with a `recipient`, from that lender's or dealer's.
   */
  | {
      kind: "mailReceived";
      /** The same mail may come twice, with the same id. */
      mailId: string;
      from: string;
      isKnown: boolean;
      text: string;
      recipient?: { id: string; name: string };
      isCut?: true;
      hasFiles?: true;
      /** A machine answered for them. */
      isAutomatic?: true;
      /** What was planned before. */
      instead?: Planned;
    };

/** What calls and merges change, as it was before, for Undo and splits. Times are in milliseconds. */
interface Before {
  status: Status;
  nextKind: NextKind | null;
  nextNote: string | null;
  nextAt: number | null;
}

export interface BeforeCall extends Before {
  firstContactAt: number | null;
  firstContactBy: string | null;
  /** The booked call that this call ended. */
  appointmentId: string | null;
}

/** The events that count: without undone calls, their consequences, and the undoing itself. */
export function withoutUndone<Stored extends { id: number; event: CaseEvent }>(events: Stored[]) {
  const undone = events.flatMap(({ id, event }) => (event.kind === "callUndone" ? [{ from: event.call, to: id }] : []));
  return events.filter(
    ({ id, event }) => event.kind === "linkOpened" || !undone.some(({ from, to }) => from <= id && id <= to),
  );
}

/** When this happened: a call when it was made, even if it was noted later. */
export function happenedAt({ at, event }: { at: Time; event: CaseEvent }) {
  return new Date((event.kind === "call" && event.calledAt) || at);
}

/** The calls that count and reached nobody, oldest first. */
export function triesIn<Stored extends { id: number; event: CaseEvent }>(events: Stored[]) {
  return withoutUndone(events).filter(({ event }) => event.kind === "call" && TRIES.includes(event.outcome));
}

export interface BeforeMerge extends Before {
  /** The booked call. */
  callId: string | null;
}

type Happened<Kind extends CaseEvent["kind"]> = CaseEvent & { kind: Kind };

interface EventFacts<Kind extends CaseEvent["kind"]> {
  /** It proves what was agreed to or taken back. That outlasts a deletion and `HISTORY_KEPT_MONTHS`; the receipt shows it. */
  isEvidence: boolean;
  isContact: (event: Happened<Kind>) => boolean;
  /** As the desk shows it (`shownAtDesk`). */
  shown: (event: Happened<Kind>) => CaseEvent;
}

/** Neither evidence nor a contact, and without a phone number or an address. */
const plain = { isEvidence: false, isContact: () => false, shown: <Event>(event: Event) => event } as const;
const proof = { ...plain, isEvidence: true } as const;
const answer = { ...proof, isContact: ({ how }: PermissionEvidence) => how === "phone" } as const;
const withEmail = {
  ...proof,
  shown: <Event extends { email: string }>(event: Event) => ({ ...event, email: hiddenEmail(event.email) }),
} as const;

/** Every kind of event, and its properties. Its words at the desk: web/desk/case/timeline.tsx. */
const EVENTS = {
  status: { ...plain, isContact: ({ to }) => isIn("working", to) },
  reopened: plain,
  owner: plain,
  note: plain,
  call: {
    ...plain,
    isContact: ({ outcome }) => ["reached", "voicemail", "askedToCallAt", "askedToStop"].includes(outcome),
    shown: (event) => ({ ...event, before: undefined }),
  },
  callUndone: plain,
  nextAction: plain,
  contactStopped: proof,
  contactResumed: proof,
  callBooked: plain,
  callCancelled: plain,
  callDone: plain,
  merged: plain,
  split: plain,
  corrected: {
    ...proof,
    shown: (event) => ({ ...event, old: event.field === "phone" ? hiddenPhone(event.old) : hiddenEmail(event.old) }),
  },
  linkOpened: withEmail,
  emailConfirmed: withEmail,
  permissionAsked: proof,
  permissionGiven: answer,
  permissionRefused: answer,
  permissionWithdrawn: proof,
  papersNamed: proof,
  papersTakenBack: proof,
  unsuitableChosen: plain,
  sent: plain,
  stopHeardElsewhere: plain,
  recipientAnswered: plain,
  linkEnded: plain,
  papersAsked: plain,
  paperReceived: plain,
  paperNotReceived: plain,
  letterSent: plain,
  mailReceived: plain,
} as const satisfies { [Kind in CaseEvent["kind"]]: EventFacts<Kind> };

/** Whether this is a contact with the applicant, if a member did it (db/model/queue/first-contact.ts). */
export function isContact(event: CaseEvent) {
  return (EVENTS[event.kind].isContact as (event: CaseEvent) => boolean)(event);
}

/** Without former phone numbers and addresses, since they may be somebody else's. */
export function shownAtDesk<Event extends CaseEvent>(event: Event) {
  return (EVENTS[event.kind].shown as (event: CaseEvent) => CaseEvent)(event) as Event;
}

export type EvidenceKind = {
  [Kind in CaseEvent["kind"]]: (typeof EVENTS)[Kind]["isEvidence"] extends true ? Kind : never;
}[CaseEvent["kind"]];
export const EVIDENCE_KINDS = (Object.keys(EVENTS) as CaseEvent["kind"][]).filter((kind) => EVENTS[kind].isEvidence);
export type Evidence = Extract<CaseEvent, { kind: EvidenceKind }>;
/** An event as evidence, without staff's internal words. */
export type EvidenceEvent =
  | Exclude<Evidence, { kind: "corrected" }>
  | (Omit<Extract<Evidence, { kind: "corrected" }>, "grounds"> & { grounds: { ground: CorrectionGround } | null });

/** Evidence of a deleted application; `userId` null: the applicant. `at` is in milliseconds. */
export interface KeptEvent {
  at: number;
  userId: string | null;
  event: EvidenceEvent;
}

const id = line({ min: 1, max: 60, message: "Choose somebody from the list" });
const papers = z
  .array(z.enum(PAPERS, "Choose papers from the list"))
  .check(z.maxLength(PAPERS.length, "Choose each paper once"));

export const StatusChange = z.object({
  /** The status that the member saw. If it has changed meanwhile, the move is refused. */
  from: z.enum(STATUSES, "Unknown status"),
  to: z.enum(STATUSES, "Choose a status from the list"),
  outcome: z.optional(z.nullable(z.enum(OUTCOMES, "Choose an outcome from the list"))),
  /** The papers that the applicant is to send. Counts only with `documents_requested`. */
  papers: z.optional(papers),
});
export type StatusChange = z.output<typeof StatusChange>;
export const Reopening = z.object({
  to: z.enum(STATUSES, "Choose a status from the list"),
  reason: lines({ min: 1, max: 500, message: "Please say why" }),
});
export type Reopening = z.output<typeof Reopening>;
/** The case to merge into this one, or to split from it. */
export const OtherApplication = z.object({
  other: line({ min: 1, max: 60, message: "Choose the other application" }),
});
const MOST_CLAIMS = 20;
const claimsMessage = `Choose 1 to ${MOST_CLAIMS} applications`;
export const Claims = z.object({
  ids: z
    .array(line({ min: 1, max: 60, message: claimsMessage }), claimsMessage)
    .check(z.minLength(1, claimsMessage), z.maxLength(MOST_CLAIMS, claimsMessage)),
});
const noteText = lines({ min: 1, max: 5000, message: "Please write the note" });
export const Note = z.object({ text: noteText });
export type Note = z.output<typeof Note>;
export const Assignment = z.object({ ownerId: id });
export type Assignment = z.output<typeof Assignment>;
export const Introduction = z.object({
  kind: z.enum(RECIPIENT_KINDS, "Choose a lender or a dealer"),
  recipientId: id,
  /** Why this lender or dealer is chosen although it does not fit; ignored if it fits. */
  reason: z.optional(line({ min: 3, max: 300, message: "Say in 3 to 300 characters why it should be this one" })),
});
export type Introduction = z.output<typeof Introduction>;
export const AnswerByPhone = z.extend(Introduction, {
  decision: z.enum(DECISIONS, "Say whether they said yes or no"),
  /** The words that the member read out. */
  words: lines({ min: 1, max: 2000, message: "Please send the words that were read out" }),
});
export const AnswerOfRecipient = z.object({ answer: z.enum(NOTED_ANSWERS, "Say what they answered") });
export const PaperChange = z.object({
  paper: z.enum(PAPERS, "Choose a paper from the list"),
  received: z.boolean("Say whether it has arrived"),
  /** Why it has to come again, for the applicant. */
  reason: z.optional(line({ min: 1, max: 300, message: "Say what is wrong with it" })),
});
export type PaperChange = z.output<typeof PaperChange>;
export const PaperRequest = z.object({
  papers: papers.check(z.minLength(1, "Choose at least one document")),
});
export const StopRequest = z.object({ how: z.enum(STOP_WAYS, "Say how they asked us to stop") });
export const Call = z
  .object({
    outcome: z.enum(CALL_OUTCOMES, "Say how the call ended"),
    /** When it was made, if it is noted later. Outside lawful hours it has to be said. */
    calledAt: z.optional(instant("Choose the day and the time of the call")),
    /** When they asked to be called. */
    callAt: z.optional(instant("Choose a day and a time for the call")),
    /** What comes next, if not the usual action. */
    next: z.optional(NextAction),
    /** For colleagues. */
    note: z.optional(noteText),
  })
  .check(
    z.refine(({ outcome, callAt }) => outcome !== "askedToCallAt" || callAt !== undefined, {
      error: "Choose a day and a time for the call",
      path: ["callAt"],
    }),
  );
export type Call = z.output<typeof Call>;
export const CallUndo = z.object({ call: z.int("Say which call to undo").check(z.gte(1, "Say which call to undo")) });
