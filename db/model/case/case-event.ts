import * as z from "zod/mini";
import { CALL_OUTCOMES, type CallOutcome } from "../calls/call-outcome.ts";
import type { ConsentEvidence } from "../consent/consent.ts";
import type { CorrectionGround } from "../contact/correction.ts";
import { DECISIONS, type PermissionEvidence } from "../introductions/permission.ts";
import { RECIPIENT_ANSWERS, RECIPIENT_KINDS, type RecipientAnswer } from "../introductions/referral.ts";
import { instant, NextAction, type NextKind, type Planned } from "../queue/next-action.ts";
import { line, lines } from "../text.ts";
import type { Language } from "../words.ts";
import { PAPERS, type Paper } from "./papers.ts";
import { OUTCOMES, type Outcome, STATUSES, type Status } from "./status.ts";

/** How an applicant asked staff to stop. */
export const STOP_WAYS = ["phone", "email", "message", "other"] as const;
export type StopWay = (typeof STOP_WAYS)[number];

/** One thing that happened to an application at the desk. */
export type CaseEvent =
  | {
      kind: "status";
      from: Status;
      to: Status;
      outcome: Outcome | null;
      /** Which papers were asked for, if any. */
      papers?: Paper[];
      /** The id of the application that goes on, when this one was merged with it. */
      duplicateOf?: string;
    }
  /** A manager reopened the case, for a reason that colleagues read. `from` and `outcome` say how it was closed. */
  | { kind: "reopened"; from: Status; to: Status; outcome: Outcome | null; reason: string }
  /** `ownerId` null: nobody works on it any more. */
  | { kind: "owner"; ownerId: string | null }
  | { kind: "note"; text: string }
  | {
      kind: "call";
      outcome: CallOutcome;
      /** For when they asked to be called, in milliseconds. */
      callAt?: number | null;
      /** What was planned next; null when nothing was. */
      next?: Planned | null;
      before?: BeforeCall;
    }
  /** A member undid a call noted by mistake. `call` is the id of the call's event; nothing happened between the two. */
  | { kind: "callUndone"; call: number }
  | { kind: "nextAction"; next: Planned }
  /**
   * The applicant asked us to stop: on the results page, or by telling the member who recorded it. `elsewhere`: in another
   * application with the same phone or e-mail, or in a message. `correction`: this one got that phone or e-mail only later.
   * `merge`: this one was found to be the same person's only later.
   */
  | { kind: "contactStopped"; elsewhere: boolean; how: StopWay | "page" | "correction" | "merge" }
  /** The applicant wants to be contacted about this application again, and agreed to it anew. */
  | { kind: "contactResumed"; consent: ConsentEvidence }
  /** By the applicant: `startsAt` in milliseconds, null for 'as soon as possible'. */
  | { kind: "callBooked"; startsAt: number | null }
  | { kind: "callCancelled" }
  /** The call that was asked for took place. */
  | { kind: "callDone" }
  /** Merged with another application of the same person. If `before` is set, the other one goes on; if null, this one does. */
  | { kind: "merged"; otherId: string; before: BeforeMerge | null }
  | { kind: "split"; otherId: string }
  /**
   * Mistyped contact data was put right. `old` is what consent was given about, so it is kept as evidence; the desk never
   * shows it in full, since that number or address may be somebody else's. `grounds` null: the applicant did it, with a code.
   */
  | {
      kind: "corrected";
      field: "phone" | "email";
      old: string;
      grounds: { ground: CorrectionGround; reason: string } | null;
    }
  /**
   * Whoever reads the mail at this address opened our page by the link in it, in a browser that runs it. So records that we
   * mail and show there can be read (15 U.S.C. 7001(c)(1)(C)(ii)). It does not prove that it was the applicant: a mail may be
   * forwarded, and some scanners of mail open pages as people do.
   */
  | { kind: "linkOpened"; email: string }
  /** The applicant confirmed, on the results page, the address that a member had put on file. */
  | { kind: "emailConfirmed"; email: string }
  /** About one introduction. A stop also takes back introductions that are open, but without an event for each. */
  | ({ kind: "permissionAsked" } & PermissionEvidence)
  | ({ kind: "permissionGiven" } & PermissionEvidence)
  | ({ kind: "permissionRefused" } & PermissionEvidence)
  | ({ kind: "permissionWithdrawn" } & PermissionEvidence)
  /** Why the applicant was asked about, or sent to, a lender or dealer whose criteria or metro do not fit. */
  | { kind: "unsuitableChosen"; recipientId: string; recipientName: string; reason: string }
  /** The application was sent to a lender or dealer; the row in `referrals` says to which. */
  | { kind: "sent"; referralId: string }
  /** Somebody with the same phone or e-mail asked us to stop elsewhere, and it is not certain that it was this applicant. */
  | { kind: "stopHeardElsewhere" }
  /** What a lender or dealer said to the referral with this id; the last one counts. */
  | { kind: "recipientAnswered"; referralId: string; recipientName: string; answer: RecipientAnswer }
  /** A paper that was asked for has arrived, or has not after all; the last one counts. */
  | { kind: "paperReceived" | "paperNotReceived"; paper: Paper }
  /** A letter from a template went out; its words are in `letters`. */
  | { kind: "letterSent"; letterId: string; name: string; language: Language };

/** What a call changed, as it was before: to undo it. Times are in milliseconds. */
export interface BeforeCall {
  status: Status;
  nextKind: NextKind | null;
  nextNote: string | null;
  nextAt: number | null;
  firstContactAt: number | null;
  firstContactBy: string | null;
  /** The call that the applicant had asked for, and that this one ended. */
  appointmentId: string | null;
}

/** The events that count: without calls that were undone, what came of them, and the undoing. */
export function withoutUndone<Stored extends { id: number; event: CaseEvent }>(events: Stored[]) {
  const undone = events.flatMap(({ id, event }) => (event.kind === "callUndone" ? [{ from: event.call, to: id }] : []));
  return events.filter(
    ({ id, event }) => event.kind === "linkOpened" || !undone.some(({ from, to }) => from <= id && id <= to),
  );
}

/** What merging changes in the application that does not go on, as it was. `callId`: the call that was booked. */
export interface BeforeMerge {
  status: Status;
  nextKind: NextKind | null;
  nextNote: string | null;
  nextAt: number | null;
  callId: string | null;
}

/** The events that prove what was agreed to, about whom, and what was taken back: they outlast a deletion, and the receipt shows them. */
export const EVIDENCE_KINDS = [
  "contactStopped",
  "contactResumed",
  "corrected",
  "linkOpened",
  "emailConfirmed",
  "permissionAsked",
  "permissionGiven",
  "permissionRefused",
  "permissionWithdrawn",
] as const satisfies CaseEvent["kind"][];
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];
type Evidence = Extract<CaseEvent, { kind: EvidenceKind }>;
/** An event as evidence: without what staff wrote for themselves. */
export type EvidenceEvent =
  | Exclude<Evidence, { kind: "corrected" }>
  | (Omit<Extract<Evidence, { kind: "corrected" }>, "grounds"> & { grounds: { ground: CorrectionGround } | null });

/** An event as it is kept when its application is deleted; `userId` null: the applicant. `at` is in milliseconds. */
export interface KeptEvent {
  at: number;
  userId: string | null;
  event: EvidenceEvent;
}

const id = line({ min: 1, max: 60, message: "Choose somebody from the list" });

export const StatusChange = z.object({
  /** The status as the specialist saw it, so that two changes at once cannot pass each other unseen. */
  from: z.enum(STATUSES, "Unknown status"),
  to: z.enum(STATUSES, "Choose a status from the list"),
  outcome: z.optional(z.nullable(z.enum(OUTCOMES, "Choose an outcome from the list"))),
  /** Which papers the applicant is to send. Counts only where documents are requested. */
  papers: z.optional(
    z.array(z.enum(PAPERS, "Choose papers from the list")).check(z.maxLength(PAPERS.length, "Choose each paper once")),
  ),
});
export type StatusChange = z.output<typeof StatusChange>;
export const Reopening = z.object({
  to: z.enum(STATUSES, "Choose a status from the list"),
  reason: lines({ min: 1, max: 500, message: "Please say why" }),
});
export type Reopening = z.output<typeof Reopening>;
/** Which application is merged into this one, or split from it. */
export const OtherApplication = z.object({
  other: line({ min: 1, max: 60, message: "Choose the other application" }),
});
const MOST_CLAIMS = 20;
const claimsMessage = `Choose 1 to ${MOST_CLAIMS} applications`;
/** Applications to be claimed at once. */
export const Claims = z.object({
  ids: z
    .array(line({ min: 1, max: 60, message: claimsMessage }), claimsMessage)
    .check(z.minLength(1, claimsMessage), z.maxLength(MOST_CLAIMS, claimsMessage)),
});
export const Note = z.object({ text: lines({ min: 1, max: 5000, message: "Please write the note" }) });
export type Note = z.output<typeof Note>;
export const Assignment = z.object({ ownerId: id });
export type Assignment = z.output<typeof Assignment>;
const introduction = {
  kind: z.enum(RECIPIENT_KINDS, "Choose a lender or a dealer"),
  recipientId: id,
};
const REASON_RULE = "Say in 3 to 300 characters why it should be this one";
/** Why this lender or dealer is chosen although it does not fit. Kept only if it does not. */
const reason = z.optional(line({ min: 3, max: 300, message: REASON_RULE }));
/** To whom, and why to them where they do not fit. */
export const Introduction = z.object({ ...introduction, reason });
export type Introduction = z.output<typeof Introduction>;
export const AnswerByPhone = z.object({
  ...introduction,
  reason,
  decision: z.enum(DECISIONS, "Say whether they said yes or no"),
  /** As they were read out. */
  words: lines({ min: 1, max: 2000, message: "Please send the words that were read out" }),
});
export const AnswerOfRecipient = z.object({ answer: z.enum(RECIPIENT_ANSWERS, "Say what they answered") });
export const PaperChange = z.object({
  paper: z.enum(PAPERS, "Choose a paper from the list"),
  received: z.boolean("Say whether it has arrived"),
});
export const StopRequest = z.object({ how: z.enum(STOP_WAYS, "Say how they asked us to stop") });
export const Call = z
  .object({
    outcome: z.enum(CALL_OUTCOMES, "Say how the call ended"),
    /** When they asked to be called. */
    callAt: z.optional(instant("Choose a day and a time for the call")),
    /** What comes next, if it is something else than usual. */
    next: z.optional(NextAction),
  })
  .check(
    z.refine(({ outcome, callAt }) => outcome !== "askedToCallAt" || callAt !== undefined, {
      error: "Choose a day and a time for the call",
      path: ["callAt"],
    }),
  );
export type Call = z.output<typeof Call>;
export const CallUndo = z.object({ call: z.int("Say which call to undo").check(z.gte(1, "Say which call to undo")) });
