import type { Flag } from "../forecast/forecast.ts";
import type { ApplicationForm, Field } from "../form/application.ts";
import type { PermissionHow, PermissionState } from "../introductions/permission.ts";
import type { RecipientAnswer, RecipientKind } from "../introductions/referral.ts";
import type { MailKind, MailStatus } from "../mail/mail.ts";
import type { NextKind } from "../queue/next-action.ts";
import type { Counted } from "../site/statistics.ts";
import type { DeskAction, Role } from "../staff/staff.ts";
import type { Language } from "../words.ts";
import type { CaseEvent } from "./case-event.ts";
import type { Outcome, Status } from "./status.ts";

/**
 * A case as a deed finds it, and what a deed makes of it. Each deed is one pure function of this room: it gets the case as it
 * was read at one moment, what is wanted, and the press, and says what changes or why not. It knows no database, no clock and
 * no chance. `worker/case` reads the case, and writes the changes unless the case has changed in between.
 */

/** What deeds look at, and what they change, in the row of an application. */
export interface Application {
  readonly id: string;
  readonly referenceHash: string;
  readonly createdAt: Date;
  readonly language: Language;
  readonly zip: string;
  readonly fullName: string;
  readonly city: string;
  readonly consentTexts: boolean;
  phone: string;
  email: string;
  phoneDigits: string;
  emailFolded: string;
  emailSetBy: string | null;
  reachedEmail: string | null;
  flagsJson: Flag[] | null;
  status: Status;
  outcome: Outcome | null;
  closedFrom: Status | null;
  mergedInto: string | null;
  ownerId: string | null;
  dueAt: Date;
  contactStoppedAt: Date | null;
  contactResumedAt: Date | null;
  nextKind: NextKind | null;
  nextNote: string | null;
  nextAt: Date | null;
  firstContactAt: Date | null;
  firstContactBy: string | null;
  overdueToldAt: Date | null;
}

/** Something that happened, in the order of `id`; `userId` null: the applicant, or nobody. */
export interface Happened {
  id: number;
  at: Date;
  userId: string | null;
  event: CaseEvent;
}

/** What the applicant said to one introduction. */
export interface Permission {
  id: string;
  applicationId: string;
  kind: RecipientKind;
  recipientId: string;
  recipientName: string;
  fields: Field[];
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

/** A lender or dealer who was sent the application. */
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
}

/** A call that the applicant asked for; open while it has no end. */
export interface Appointment {
  id: string;
  applicationId: string;
  /** Null for 'as soon as possible'. */
  startsAt: Date | null;
  dueAt: Date;
  sequence: number;
  createdAt: Date;
  endedAt: Date | null;
  /** Which of the calls of its hour it is, from 0; null without an hour. */
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

/** A mail about the case: to the applicant, a lead, or one that takes a lead back. */
export interface CaseMail {
  id: string;
  kind: MailKind;
  subjectId: string;
  status: MailStatus;
  createdAt: Date;
  revivedAt: Date | null;
  sentAt: Date | null;
  lastError: string | null;
  /** The mail was refused for good, and not because of an outage or anything else that ends by itself. */
  isRefusedForGood: boolean;
  /** The mail certainly never went out: no delivery is under way, and none had an unknown end. */
  neverLeft: boolean;
}

/** All of a case, read at one moment. Lists are in the order in which things happened. */
export interface Case {
  application: Application;
  /** What they answered, as the model reads it. */
  answers: ApplicationForm;
  /** Goes up with each event. Changes are written only to the version that was read. */
  version: number;
  /** The owner's name; null while nobody owns the case or its owner has left. */
  ownerName: string | null;
  /** The owner's name, even if they have left. */
  formerOwnerName: string | null;
  events: Happened[];
  permissions: Permission[];
  referrals: Referral[];
  appointments: Appointment[];
  letters: Letter[];
  mails: CaseMail[];
}

export interface Member {
  id: string;
  username: string;
  role: Role;
}

/** One press of a button: when, by whom (null: the applicant), and the id of what is new, if something is. */
export interface Press {
  at: Date;
  by: Member | null;
  id: string;
}
export type MemberPress = Press & { by: Member };

/** A mail that is owed now. If the same mail was owed before, it is owed anew. */
export interface Owed {
  kind: MailKind;
  /** The id of the row that the mail is about. A number means the event at this place among `events`. */
  subjectId: string | number;
  /** What happens if the address has had its share of mails: the mail is not owed, or the whole deed is refused with a sentence. */
  beyondShare?: "notOwed" | Refused;
}

/** What a deed makes of one case. What is not named stays as it is. */
export interface Changes {
  /** What happened. A deed that changes anything says so here. */
  events: CaseEvent[];
  application?: Partial<Application>;
  /** Rows as they are from now on, new ones and changed ones. */
  permissions?: Permission[];
  referrals?: Referral[];
  appointments?: Appointment[];
  letters?: Letter[];
  mails?: Owed[];
  /** Permissions, given or only asked for, that end now. Leads still owed are dropped; recipients who may have one are told. */
  takenBack?: Permission[];
  /** Ids of mails that nobody waits for any more. */
  dropped?: string[];
  /** Ids of mails that are owed anew if they are dead. */
  revived?: string[];
  /** How often more, or less, something happened in the hour of `at`. */
  counts?: { name: Counted; at: Date; by: 1 | -1 }[];
  /** For the audit log. */
  audit?: { action: DeskAction; old: Record<string, unknown> | null; new: Record<string, unknown> }[];
}

/** Why nothing was done: a sentence for whoever pressed, or what the page has words for. */
export interface Refused<Why extends string = string> {
  refused: Why;
}

/** Nothing changes, because everything is as wanted already. */
export const UNCHANGED: Changes = { events: [] };

/** The same press again within this time is the same act. */
export const SAME_PRESS_MS = 5000;

export const STOPPED = "The applicant asked us to stop, so nothing can be sent to anybody.";
export const CLOSED = "This application is closed.";

/** Why this member may not work on the case; null when they may. */
export function refusedWork(
  { application: { ownerId }, ownerName }: Pick<Case, "application" | "ownerName">,
  member: Member,
) {
  if (member.role === "manager" || ownerId === member.id) return null;
  if (ownerId === null) return "Claim this application first.";
  if (ownerName === null) return "A former member works on this application. Claim it first.";
  return `${ownerName} works on this application. Ask them, or a manager, to hand it over.`;
}

/** Why nothing about this case may be sent to anybody; null when it may. */
export function refusedSending({ application: { contactStoppedAt, outcome } }: Case) {
  if (contactStoppedAt) return STOPPED;
  return outcome ? CLOSED : null;
}

/** The call that is asked for now. */
export function openCall({ appointments }: Case) {
  return appointments.find(({ endedAt }) => endedAt === null) ?? null;
}

/** Two changes as one. Where they contradict each other, the later one counts. */
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
    counts: [...(one.counts ?? []), ...(other.counts ?? [])],
    audit: [...(one.audit ?? []), ...(other.audit ?? [])],
  };
}

/** The case as it is once these changes are written, for a deed that goes on from there. */
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

/** The member who did what the event says; null for the applicant, and for a stop that a correction or a merge only made known. */
export function actorOf(event: CaseEvent, { by }: Press) {
  if (event.kind === "contactStopped" && (event.how === "correction" || event.how === "merge")) return null;
  return by?.id ?? null;
}
