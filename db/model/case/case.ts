import type { ConsentEvidence } from "../consent/consent.ts";
import type { RecipientKind } from "../directory/recipient-kind.ts";
import type { Flag } from "../forecast/forecast.ts";
import type { Field } from "../form/application.ts";
import type { ApplicationForm } from "../form/submission.ts";
import type { PermissionHow, PermissionState } from "../introductions/permission.ts";
import type { RecipientAnswer } from "../introductions/referral.ts";
import type { MailKind, MailStatus } from "../mail/mail.ts";
import type { Paper } from "../papers/papers.ts";
import type { Member } from "../staff/member.ts";
import type { DeskAction } from "../staff/staff.ts";
import { HISTORY_KEPT_MONTHS } from "../time/retention.ts";
import type { Language } from "../words.ts";
import type { CaseEvent } from "./case-event.ts";
import type { NextKind } from "./next-action.ts";
import type { Outcome, Status } from "./status.ts";

/**
 * Each deed is a pure function: case, wish and press in, changes or a refusal out. It knows no database, clock or
 * chance. `worker/case` writes the changes, unless the case has changed meanwhile.
 */

/** The columns of an application that deeds read or change. */
export interface Application {
  readonly id: string;
  readonly referenceHash: string;
  readonly createdAt: Date;
  readonly language: Language;
  readonly zip: string;
  readonly fullName: string;
  readonly city: string;
  readonly consentTexts: boolean;
  readonly consentElectronic: boolean;
  readonly consentRecord: ConsentEvidence;
  phone: string;
  email: string;
  phoneDigits: string;
  emailFolded: string;
  emailSetBy: string | null;
  reachedEmail: string | null;
  scoresForecast: number | null;
  flagsJson: Flag[] | null;
  status: Status;
  outcome: Outcome | null;
  readonly isThinned: boolean;
  closedFrom: Status | null;
  mergedInto: string | null;
  ownerId: string | null;
  dueAt: Date;
  /** When it is due: the queue's order. */
  queueAt: Date;
  contactStoppedAt: Date | null;
  contactResumedAt: Date | null;
  nextKind: NextKind | null;
  nextNote: string | null;
  nextAt: Date | null;
  firstContactAt: Date | null;
  firstContactBy: string | null;
  overdueToldAt: Date | null;
}

/**
 * Where codes go: the last address that used a code or link of ours, or that the applicant confirmed; before that, the
 * one on file. So a wrong correction locks nobody out, and an address that a member enters opens nothing.
 */
export function codeAddress({ reachedEmail, email }: Pick<Application, "reachedEmail" | "email">) {
  return reachedEmail ?? email;
}

/** An event. Ids give the order; `userId` null means the applicant, or nobody. */
export interface Happened {
  id: number;
  at: Date;
  userId: string | null;
  event: CaseEvent;
}

/** The applicant's answer about one recipient. */
export interface Permission {
  id: string;
  applicationId: string;
  kind: RecipientKind;
  recipientId: string;
  recipientName: string;
  fields: Field[];
  /** The documents that the yes names. */
  papers: Paper[];
  words: string;
  textId: string;
  wordsSha256: string;
  askedBy: string;
  askedAt: Date;
  state: PermissionState;
  decidedAt: Date | null;
  how: PermissionHow | null;
  recordedBy: string | null;
}

/** A lead: the application as it was sent to one lender or dealer. */
export interface Referral {
  id: string;
  applicationId: string;
  kind: RecipientKind;
  recipientId: string;
  recipientName: string;
  recipientAddress: string;
  fields: Field[];
  userId: string;
  createdAt: Date;
  permissionId: string;
  permittedAt: Date;
  answer: RecipientAnswer | null;
  answeredAt: Date | null;
  answerBy: string | null;
  /** When a member ended the link in its mail. */
  linkEndedAt: Date | null;
}

/** A call that the applicant asked for; open until `endedAt`. */
export interface Appointment {
  id: string;
  applicationId: string;
  /** Null for 'as soon as possible'. */
  startsAt: Date | null;
  dueAt: Date;
  sequence: number;
  createdAt: Date;
  endedAt: Date | null;
  /** Its place among the calls of its hour, from 0; null without an hour. */
  place: number | null;
}

export interface Letter {
  id: string;
  applicationId: string;
  userId: string;
  name: string;
  language: Language;
  subject: string;
  body: string;
  createdAt: Date;
}

/** A mail about the case: to the applicant, with a lead, or to a recipient about a yes that was taken back. */
export interface CaseMail {
  id: string;
  kind: MailKind;
  subjectId: string;
  status: MailStatus;
  createdAt: Date;
  revivedAt: Date | null;
  sentAt: Date | null;
  lastError: string | null;
  /** The mail service refused the mail for good, not because of a passing problem. */
  isRefusedForGood: boolean;
  /** The mail certainly never left: no delivery is running, and none ended unknown. */
  neverLeft: boolean;
}

/** Everything about a case, read at one moment. All lists are oldest first. */
export interface Case {
  application: Application;
  /** The answers in the form's own shape. */
  answers: ApplicationForm;
  /** Grows with each event. Changes are written only if it is still the same. */
  version: number;
  /** Null if nobody owns the case, or if its owner has left. */
  ownerName: string | null;
  /** The owner's name even if they have left. */
  formerOwnerName: string | null;
  events: Happened[];
  permissions: Permission[];
  referrals: Referral[];
  appointments: Appointment[];
  letters: Letter[];
  mails: CaseMail[];
}

/** One press of a button: its time, who pressed (null: the applicant, or a lender or dealer), and an id for a new row, if there is one. */
export interface Press {
  at: Date;
  by: Member | null;
  id: string;
}
export type MemberPress = Press & { by: Member };

/** A mail to send now. If the same mail was owed before, it is sent again. */
export interface Owed {
  kind: MailKind;
  /** The id of the row that the mail is about. A number is an index into `events`. */
  subjectId: string | number;
  /** If the address has had its share of mails: send none, or refuse the whole deed with this sentence. */
  beyondShare?: "notOwed" | Refused;
}

/** The changes a deed makes to one case. Anything left out stays the same. */
export interface Changes {
  /** Every deed that changes anything adds an event. */
  events: CaseEvent[];
  application?: Partial<Application>;
  /** New and changed rows, complete. */
  permissions?: Permission[];
  referrals?: Referral[];
  appointments?: Appointment[];
  letters?: Letter[];
  mails?: Owed[];
  /** Permissions that end now, answered or not. Drops owed leads; recipients who may have a lead get a mail. */
  takenBack?: Permission[];
  /** Ids of mails that nobody needs anymore. */
  dropped?: string[];
  /** Ids of dead mails to try again. */
  revived?: string[];
  audit?: { action: DeskAction; old: Record<string, unknown> | null; new: Record<string, unknown> }[];
}

/** Why nothing was done: a sentence for the person who pressed, or a code that the page turns into words. */
export interface Refused<Why extends string = string> {
  refused: Why;
}

/** Everything is already as the press wants it. */
export const UNCHANGED: Changes = { events: [] };

/** An identical press within this time counts as the same one. */
export const SAME_PRESS_MS = 5000;

export const STOPPED = "The applicant asked us to stop, so nothing can be sent to anybody.";
export const CLOSED = "This application is closed.";
const THINNED = `This was closed more than ${HISTORY_KEPT_MONTHS} months ago, and only evidence is kept of it. Ask them to apply again.`;

/** A sentence that says why this member may not work on the case; null if they may. */
export function refusedWork(
  { application: { ownerId, isThinned }, ownerName }: Pick<Case, "application" | "ownerName">,
  member: Member,
) {
  if (isThinned) return THINNED;
  if (member.role === "manager" || ownerId === member.id) return null;
  if (ownerId === null) return "Claim this application first.";
  if (ownerName === null) return "A former member works on this application. Claim it first.";
  return `${ownerName} works on this application. Ask them to give it back, or a manager to hand it over.`;
}

/** A sentence that says why nothing about this case may be sent to anybody; null if it may. */
export function refusedSending({ application: { contactStoppedAt, outcome } }: Case) {
  if (contactStoppedAt) return STOPPED;
  return outcome ? CLOSED : null;
}

/** The call that is booked now. */
export function openCall({ appointments }: Case) {
  return appointments.find(({ endedAt }) => endedAt === null) ?? null;
}

/** Combines two changes. Where they conflict, the second one counts. */
export function both(one: Changes, other: Changes): Changes {
  const rows = <Row extends { id: string }>(before: Row[] = [], after: Row[] = []) => [
    ...before.filter(({ id }) => !after.some((row) => row.id === id)),
    ...after,
  ];
  return {
    events: [...one.events, ...other.events],
    application: { ...one.application, ...other.application },
    permissions: rows(one.permissions, other.permissions),
    referrals: rows(one.referrals, other.referrals),
    appointments: rows(one.appointments, other.appointments),
    letters: rows(one.letters, other.letters),
    mails: [
      ...(one.mails ?? []),
      ...(other.mails ?? []).map((mail) =>
        typeof mail.subjectId === "number" ? { ...mail, subjectId: mail.subjectId + one.events.length } : mail,
      ),
    ],
    takenBack: [...(one.takenBack ?? []), ...(other.takenBack ?? [])],
    dropped: [...(one.dropped ?? []), ...(other.dropped ?? [])],
    revived: [...(one.revived ?? []), ...(other.revived ?? [])],
    audit: [...(one.audit ?? []), ...(other.audit ?? [])],
  };
}

/** The case as it will be once these changes are written, for a deed with another step. */
export function after(kase: Case, changes: Changes, press: Press): Case {
  const rows = <Row extends { id: string }>(before: Row[], changed: Row[] = []) => [
    ...before.map((row) => changed.find(({ id }) => id === row.id) ?? row),
    ...changed.filter(({ id }) => !before.some((row) => row.id === id)),
  ];
  const lastId = kase.events.at(-1)?.id ?? 0;
  return {
    ...kase,
    application: { ...kase.application, ...changes.application },
    version: kase.version + changes.events.length,
    events: [
      ...kase.events,
      ...changes.events.map((event, index) => ({
        id: lastId + 1 + index,
        at: press.at,
        userId: actorOf(event, press),
        event,
      })),
    ],
    permissions: rows(kase.permissions, changes.permissions),
    referrals: rows(kase.referrals, changes.referrals),
    appointments: rows(kase.appointments, changes.appointments),
    letters: rows(kase.letters, changes.letters),
  };
}

/**
 * Whether a member took the application on the phone, and so typed its address, which may be their own. Whoever has the link that we
 * mail there may look, stop, correct and delete, but agrees to nothing: a yes is heard on the phone.
 */
export function isByPhone({ application }: Pick<Case, "application">) {
  return application.consentRecord.readBy !== undefined;
}

/** The member behind an event; null for the applicant, and for a stop that a correction or a merge revealed. */
export function actorOf(event: CaseEvent, { by }: Press) {
  if (event.kind === "contactStopped" && (event.how === "correction" || event.how === "merge")) return null;
  return by?.id ?? null;
}
