import { sql } from "drizzle-orm";
import { customType, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from "drizzle-orm/sqlite-core";
import type { Places } from "./model/calls/call-slots.ts";
import type { CaseEvent, KeptEvent } from "./model/case/case-event.ts";
import type { NextKind } from "./model/case/next-action.ts";
import type { Outcome, Status } from "./model/case/status.ts";
import type { ConsentEvidence } from "./model/consent/consent.ts";
import { CODE_PURPOSES } from "./model/contact/code.ts";
import { MESSAGE_STATUSES } from "./model/contact/contact-message.ts";
import { DEFAULT_ORDER, type LenderCategory, type LenderCriteria } from "./model/directory/lenders.ts";
import type { Metro } from "./model/directory/metro.ts";
import type { RecipientKind } from "./model/directory/recipient-kind.ts";
import type { Flag, ForecastPoints } from "./model/forecast/forecast.ts";
import type { Band } from "./model/forecast/meaning.ts";
import { questions as asked, FIELDS, type Field, type FormAnswers } from "./model/form/application.ts";
import type { Kind } from "./model/form/question.ts";
import type { Consent } from "./model/form/submission.ts";
import { PERMISSION_STATES, type PermissionHow } from "./model/introductions/permission.ts";
import { fieldListName, fieldsIn, type RecipientAnswer } from "./model/introductions/referral.ts";
import { LAST_APPROVAL_RANK, type StoredSuggestion } from "./model/introductions/routing.ts";
import { MAIL_STATUSES, type MailKind } from "./model/mail/mail.ts";
import type { PaperType } from "./model/papers/paper-file.ts";
import type { Paper } from "./model/papers/papers.ts";
import type { AlarmName } from "./model/site/alarms.ts";
import type { Attribution } from "./model/site/source.ts";
import type { VisitStage } from "./model/site/visit.ts";
import { type Change, type DeskAction, ROLES } from "./model/staff/staff.ts";
import type { Language } from "./model/words.ts";

/** A column for each kind of answer, and one for those that may stay blank. */
const required = {
  text: () => text().notNull(),
  number: () => integer().notNull(),
  yesNo: () => integer({ mode: "boolean" }).notNull(),
};
const optional = { text: () => text(), number: () => integer(), yesNo: () => integer({ mode: "boolean" }) };
type Stored<Answer> = [Answer] extends [boolean] ? "yesNo" : [Answer] extends [number] ? "number" : "text";
type AnswerColumns = {
  [Name in Field]-?: undefined extends FormAnswers[Name]
    ? ReturnType<(typeof optional)[Stored<NonNullable<FormAnswers[Name]>>]>
    : ReturnType<(typeof required)[Stored<FormAnswers[Name]>]>;
};

const NUMBERS: Kind[] = ["year", "money", "years", "months"];

/** Every question of the form has a column of its name. */
const answerColumns = Object.fromEntries(
  FIELDS.map((name) => {
    const { kind, isOptional } = asked[name];
    const stored = kind === "yesNo" ? kind : NUMBERS.includes(kind) ? "number" : "text";
    return [name, (isOptional ? optional : required)[stored]()];
  }),
) as AnswerColumns;

const consentColumns = {
  consentTexts: required.yesNo(),
  consentElectronic: required.yesNo(),
  certifyAccurate: required.yesNo(),
} satisfies Record<Consent, unknown>;

/** The language in which somebody wrote to us, and in which we mail them. */
const writtenIn = () => text().$type<Language>().notNull().default("en");

const createdNow = () =>
  integer({ mode: "timestamp_ms" }).notNull().default(sql`(cast(unixepoch('subsec') * 1000 as integer))`);

/** A list of answers, by its name where it has one (`FIELD_LISTS`). */
const fieldList = customType<{ data: Field[]; driverData: string }>({
  dataType: () => "text",
  toDriver: fieldListName,
  fromDriver: fieldsIn,
});

/** A condition on applications, written exactly as in the index: open, and we have not reached the applicant yet. */
export const isUncontacted = sql`firstContactAt is null and outcome is null and contactStoppedAt is null`;
/** Nobody has claimed them either. */
export const isUnclaimed = sql`${isUncontacted} and ownerId is null`;

/** One row per application. Times are UTC. */
export const applications = sqliteTable(
  "applications",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /** The id for staff, lenders and dealers. It opens nothing. */
    id: text().notNull().unique(),
    /** SHA-256 of the applicant's reference (worker/reference.ts), which this database does not contain. */
    referenceHash: text().notNull().unique(),
    ...answerColumns,
    ...consentColumns,
    language: writtenIn(),
    scoresForecast: integer(),
    flagsJson: text({ mode: "json" }).$type<Flag[]>(),
    createdAt: createdNow(),
    status: text().$type<Status>().notNull().default("submitted"),
    forecastVersion: integer().notNull(),
    forecastPoints: text({ mode: "json" }).$type<ForecastPoints>().notNull(),
    consentRecord: text({ mode: "json" }).$type<ConsentEvidence>().notNull(),
    /** SHA-256 of the browser's Idempotency-Key; null without one. */
    idempotencyKeyHash: text().unique(),
    /** SHA-256 of the answers, to notice when a used key comes with other answers. */
    answersHash: text().notNull(),
    /** The digits and lower-case e-mail, to find the same person (db/model/contact/person.ts); '' once it is thinned out. */
    phoneDigits: text().notNull(),
    emailFolded: text().notNull(),
    /** The last e-mail address that used a code or link of ours; codes go there. Null: they go to `email`. */
    reachedEmail: text(),
    /** The member who entered this e-mail address; null if the applicant entered or confirmed it. */
    emailSetBy: text(),
    /** By when we promised an answer, or `NO_PROMISE` (db/model/queue/queue.ts). */
    dueAt: integer({ mode: "timestamp_ms" }).notNull().default(sql`0`),
    /** Among those due at the same time (db/model/queue/queue.ts). */
    queueRank: integer().notNull().default(0),
    /** The member who works on it; null if nobody does. */
    ownerId: text(),
    /** When the applicant asked us to stop; null again once they allow contact. */
    contactStoppedAt: integer({ mode: "timestamp_ms" }),
    /** When they last allowed contact again after a stop. Our promise starts anew then. */
    contactResumedAt: integer({ mode: "timestamp_ms" }),
    /** How it ended, once closed (db/model/case/status.ts). */
    outcome: text().$type<Outcome>(),
    /** The status before it was closed; null while it is open. */
    closedFrom: text().$type<Status>(),
    /** The metro area of their ZIP code; null outside Texas. */
    metro: text().$type<Metro>(),
    /** What the dashboard counts it under: the campaign that brought them, else the page on which they came; null if unknown. */
    source: text(),
    /** The owner's next action (db/model/case/next-action.ts), a note, and its time; null if nothing is planned. */
    nextKind: text().$type<NextKind>(),
    nextNote: text(),
    nextAt: integer({ mode: "timestamp_ms" }),
    /** First contact since our promise began (db/model/queue/first-contact.ts): when, and by whom. */
    firstContactAt: integer({ mode: "timestamp_ms" }),
    firstContactBy: text(),
    /** When the firm got the mail that it is overdue. */
    overdueToldAt: integer({ mode: "timestamp_ms" }),
    /** The application that this one is merged into; null if it is not, or is split again. */
    mergedInto: text(),
    /** When something last happened in the case; 1970 until something does. */
    heardAt: integer({ mode: "timestamp_ms" }).notNull().default(sql`0`),
    /** Whether only its evidence is left (worker/case/thin.ts). */
    isThinned: integer({ mode: "boolean" }).notNull().default(false),
    /** Of the last suggestion: its version (0: none yet), its first three lenders, and its rank (db/model/introductions/routing.ts). */
    routedWith: integer().notNull().default(0),
    suggestedLenders: text({ mode: "json" }).$type<string[]>(),
    approvalRank: integer().notNull().default(LAST_APPROVAL_RANK),
    /** Where the visit came from, as the browser reports it (db/model/site/source.ts). */
    attribution: text({ mode: "json" }).$type<Attribution>().notNull().default({}),
    /** The queue's order: when it is due (`queueTimeOf`, db/model/case/promise.ts), then `queueRank`. */
    queueAt: integer({ mode: "timestamp_ms" }).notNull().default(sql`0`),
  },
  (table) => [
    index("applications_by_phone").on(table.phoneDigits),
    index("applications_by_email").on(table.emailFolded),
    index("applications_by_name").on(table.zip, sql`${table.fullName} collate nocase`),
    // What comes after the id is for figures, which are counted from this index alone.
    index("applications_by_time").on(
      sql`${table.createdAt} desc`,
      table.id,
      table.source,
      table.status,
      table.closedFrom,
      table.outcome,
      table.firstContactAt,
      table.scoresForecast,
    ),
    index("applications_contacted")
      .on(table.firstContactAt, table.firstContactBy, table.createdAt, table.contactResumedAt)
      .where(sql`firstContactAt is not null`),
    index("applications_queue").on(table.status, table.queueAt, table.queueRank, table.id),
    index("applications_queue_by_owner").on(table.ownerId, table.status, table.queueAt, table.queueRank, table.id),
    index("applications_next").on(table.ownerId, table.nextAt).where(sql`outcome is null`),
    index("applications_uncontacted").on(table.overdueToldAt, table.dueAt).where(isUncontacted),
    index("applications_merged").on(table.mergedInto).where(sql`mergedInto is not null`),
    index("applications_quiet").on(table.isThinned, table.heardAt).where(sql`outcome is not null`),
    index("applications_routed").on(table.routedWith).where(sql`outcome is null`),
    index("applications_queue_approval")
      .on(table.status, table.approvalRank, table.dueAt, table.number)
      .where(sql`outcome is null`),
  ],
);

/** The words of applicants' names, for search (`nameWords`, db/model/queue/queue.ts). Names never change. */
export const nameWords = sqliteTable(
  "name_words",
  {
    word: text().notNull(),
    /** Of the application. */
    number: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.word, table.number] }), index("name_words_by_number").on(table.number)],
);

/** The history of an application, apart from `referrals` and `outbox`. Triggers forbid changes until it is thinned out. */
export const caseEvents = sqliteTable(
  "case_events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    applicationId: text().notNull(),
    at: createdNow(),
    /** The member who did it; null for the applicant. */
    userId: text(),
    event: text({ mode: "json" }).$type<CaseEvent>().notNull(),
    /** Counts an application's events from 1. Each deed takes the next number, so no two can happen at once. */
    version: integer().notNull().default(0),
  },
  (table) => [uniqueIndex("case_events_version").on(table.applicationId, table.version)],
);

/** Calls that applicants ask for. Only one per application is open. Moving a call ends it and opens a new one. */
export const appointments = sqliteTable(
  "appointments",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    /** When its slot begins (db/model/calls/call-slots.ts); null for 'as soon as possible'. */
    startsAt: integer({ mode: "timestamp_ms" }),
    /** When we should call: at the start of the slot, or as soon as the law allows. */
    dueAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Counts the calls of an application, from 0. */
    sequence: integer().notNull().default(0),
    createdAt: createdNow(),
    /** Null while it is open. */
    endedAt: integer({ mode: "timestamp_ms" }),
    /** Its place among the calls of its hour, from 0; null without an hour. */
    place: integer(),
  },
  (table) => [
    uniqueIndex("appointments_place").on(table.startsAt, table.place).where(sql`endedAt is null`),
    uniqueIndex("appointments_open").on(table.applicationId).where(sql`endedAt is null`),
    index("appointments_by_application").on(table.applicationId, table.sequence),
    index("appointments_by_slot").on(table.startsAt).where(sql`endedAt is null`),
    index("appointments_due").on(table.dueAt, table.id).where(sql`endedAt is null`),
  ],
);

/** How many calls may start in each slot of a week: one row once a manager has changed the numbers. */
export const callCapacity = sqliteTable("call_capacity", {
  id: text().primaryKey(),
  places: text({ mode: "json" }).$type<Places>().notNull(),
  /** Grows by one with each change. */
  version: integer().notNull().default(1),
});

const inDirectory = {
  /** A contact person, their number, and notes for staff; empty if not entered. */
  contactPerson: text().notNull().default(""),
  phone: text().notNull().default(""),
  notes: text().notNull().default(""),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  /** Grows by one with each change. */
  version: integer().notNull().default(1),
  /** Where an approval is equally likely, the smaller number comes first. */
  firmOrder: integer().notNull().default(DEFAULT_ORDER),
};

/** The directory of lenders and dealers, which managers edit. */
export const lenders = sqliteTable("lenders", {
  id: text().primaryKey(),
  name: text().notNull(),
  category: text().$type<LenderCategory>().notNull(),
  leadAddress: text().notNull(),
  criteria: text({ mode: "json" }).$type<LenderCriteria>().notNull(),
  ...inDirectory,
});

export const dealers = sqliteTable("dealers", {
  id: text().primaryKey(),
  name: text().notNull(),
  metro: text().notNull(),
  leadAddress: text().notNull(),
  ...inDirectory,
  /** A mailbox gets leads by a link, as a lender's does; else as ADF. */
  isByLink: integer({ mode: "boolean" }).notNull().default(false),
});

/** What was suggested for an application, a row for each time it changed. Nobody changes a row. */
export const suggestions = sqliteTable(
  "suggestions",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    applicationId: text().notNull(),
    at: createdNow(),
    /** Of the rules and of the directory (worker/introductions/routing.ts). */
    version: integer().notNull(),
    suggested: text({ mode: "json" }).$type<StoredSuggestion>().notNull(),
  },
  (table) => [index("suggestions_by_application").on(table.applicationId)],
);

/** How each lender or dealer decided about applications of each band, counted once a night (worker/figures/decisions.ts). */
export const answerTotals = sqliteTable(
  "answer_totals",
  {
    recipientId: text().notNull(),
    band: text().$type<Band>().notNull(),
    decided: integer().notNull(),
    approved: integer().notNull(),
    /** Grows by one with each change. */
    version: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.recipientId, table.band] })],
);

/**
 * What applicants are asked, word for word, once for all who read the same. Permissions and their events have the SHA-256
 * (worker/case/question.ts). Nothing is about an applicant.
 */
export const questions = sqliteTable("questions", {
  wordsSha256: text().primaryKey(),
  words: text().notNull(),
});

/** The applicant's answer about each recipient. `case_events` has its changes, but only one event for a stop. */
export const permissions = sqliteTable(
  "permissions",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    kind: text().$type<RecipientKind>().notNull(),
    /** A lender's or dealer's id, and its name when we asked. Under a new name we need a new permission. */
    recipientId: text().notNull(),
    recipientName: text().notNull(),
    /** The answers that may go. The applicant may correct them later. */
    fields: fieldList().notNull(),
    /** The id of the question's text (db/model/consent/consent.ts), and the SHA-256 of its words, which are in `questions`. */
    textId: text().notNull(),
    wordsSha256: text().notNull(),
    /** The member who asked. */
    askedBy: text().notNull(),
    askedAt: createdNow(),
    state: text({ enum: PERMISSION_STATES }).notNull(),
    /** When and how the applicant answered; null until then. Each answer is later than the one before. */
    decidedAt: integer({ mode: "timestamp_ms" }),
    how: text().$type<PermissionHow>(),
    /** The member who heard the answer on the phone. */
    recordedBy: text(),
    /** The documents that the yes names; events have its words. */
    papers: text({ mode: "json" }).$type<Paper[]>().notNull().default([]),
  },
  (table) => [index("permissions_by_application").on(table.applicationId)],
);

/** Leads, one per yes. After a deletion a row stays until its recipient is told that the permission has ended. */
export const referrals = sqliteTable(
  "referrals",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    kind: text().$type<RecipientKind>().notNull(),
    /** A lender's or dealer's id, with its name and its e-mail address at that time. */
    recipientId: text().notNull(),
    recipientName: text().notNull(),
    recipientAddress: text().notNull(),
    /** The answers that were sent. */
    fields: fieldList().notNull(),
    userId: text().notNull(),
    createdAt: createdNow(),
    /** The permission that allowed it, and the time of its yes. */
    permissionId: text().notNull(),
    permittedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** The recipient's last answer, when it was noted and by whom; null without one. */
    answer: text().$type<RecipientAnswer>(),
    answeredAt: integer({ mode: "timestamp_ms" }),
    answerBy: text(),
    /** When a member ended the link in its mail; null: it opens as long as links do. */
    linkEndedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("referrals_once").on(table.permissionId, table.permittedAt),
    index("referrals_by_application").on(table.applicationId),
    index("referrals_by_recipient").on(table.recipientId, table.createdAt),
    index("referrals_unanswered").on(table.createdAt).where(sql`answer is null`),
  ],
);

/** Templates for letters to applicants, with placeholders for facts of a case (db/model/letters/letter-text.ts). */
export const letterTemplates = sqliteTable(
  "letter_templates",
  {
    id: text().primaryKey(),
    /** The name that members see in the list. */
    name: text().notNull(),
    language: writtenIn(),
    subject: text().notNull(),
    body: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex("letter_templates_once").on(table.name, table.language)],
);

/** Letters to applicants, word for word. Their mail is in `outbox`. */
export const letters = sqliteTable(
  "letters",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    userId: text().notNull(),
    /** The template's name. */
    name: text().notNull(),
    language: writtenIn(),
    subject: text().notNull(),
    body: text().notNull(),
    createdAt: createdNow(),
  },
  (table) => [index("letters_by_application").on(table.applicationId)],
);

/** What staff did or were refused. Repeated reading has a row an hour; a manager's change, a second with its values. */
export const audit = sqliteTable(
  "audit",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: createdNow(),
    userId: text().notNull(),
    /** The member's name at that time, for after they have left. */
    username: text().notNull(),
    action: text().$type<DeskAction>().notNull(),
    /** The id of the thing it was done to, if it was one thing. */
    subjectId: text(),
    isAllowed: integer({ mode: "boolean" }).notNull(),
    change: text({ mode: "json" }).$type<Change>(),
  },
  (table) => [
    index("audit_by_time").on(table.at),
    index("audit_by_subject").on(table.subjectId, table.id).where(sql`subjectId is not null`),
    index("audit_by_member").on(table.userId, table.id),
    index("audit_guesses").on(table.at).where(sql`action = 'guessCodes'`),
  ],
);

/** Files of papers that applicants send. What is in them lies encrypted in R2 (worker/papers/store.ts). */
export const papers = sqliteTable(
  "papers",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    paper: text().$type<Paper>().notNull(),
    /** Of the file as it came: its bytes, and their SHA-256, by which a file is known again. */
    size: integer().notNull(),
    sha256: text().notNull(),
    /** The secret of this file alone, encrypted with ours. Without it nobody can read what is in R2. */
    secret: text().notNull(),
    createdAt: createdNow(),
    /** What it is, known from its bytes. */
    type: text().$type<PaperType>(),
  },
  (table) => [uniqueIndex("papers_once").on(table.applicationId, table.sha256)],
);

/** Mailed codes for what only the applicant may do. One per application and purpose. */
export const codes = sqliteTable(
  "codes",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    purpose: text({ enum: CODE_PURPOSES }).notNull(),
    /** Keyed hash of the code; null until the mail is written. */
    codeHash: text(),
    expiresAt: integer({ mode: "timestamp_ms" }).notNull(),
    tries: integer().notNull().default(0),
  },
  (table) => [
    uniqueIndex("codes_once").on(table.applicationId, table.purpose),
    index("codes_by_end").on(table.expiresAt),
  ],
);

/** What we keep of an application deleted on request: what was agreed to, about which phone and address. */
export const keptConsents = sqliteTable(
  "kept_consents",
  {
    applicationId: text().primaryKey(),
    phone: text().notNull(),
    email: text().notNull(),
    consentRecord: text({ mode: "json" }).$type<ConsentEvidence>().notNull(),
    events: text({ mode: "json" }).$type<KeptEvent[]>().notNull().default([]),
    appliedAt: integer({ mode: "timestamp_ms" }).notNull(),
    deletedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** When its id was noted outside of D1 (worker/operations/erased.ts); null until then. */
    notedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    index("kept_consents_by_time").on(table.appliedAt),
    index("kept_consents_to_note").on(table.deletedAt).where(sql`notedAt is null`),
  ],
);

/** Customers' stories on the page, as managers enter them, and who agreed that we show them (db/model/stories/story.ts). */
export const stories = sqliteTable("stories", {
  id: text().primaryKey(),
  /** As the page shows it. */
  name: text().notNull(),
  city: text().notNull(),
  stars: integer(),
  text: text().notNull(),
  language: writtenIn(),
  isCompensated: integer({ mode: "boolean" }).notNull(),
  agreedBy: text().notNull(),
  /** '2026-11-29' */
  agreedOn: text().notNull(),
  agreedHow: text().notNull(),
  createdAt: createdNow(),
  /** Grows by one with each change. */
  version: integer().notNull().default(1),
});

/** A condition on finished mails. A lead that never left is shown as long as its application exists. */
export const hasEnded = sql`status <> 'owed' and (status = 'sent' or kind not in ('dealerLead', 'lenderLead'))`;

/** Since when a mail has been owed. For a dead mail that was tried again, since that try. */
export const waitingSince = sql<number>`case when "revivedAt" is null then "createdAt" else "revivedAt" end`;

/** Mail that we owe somebody. This row decides; the queue and the cron job only speed it up (worker/mail/outbox.ts). */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    kind: text().$type<MailKind>().notNull(),
    /** The id of what the mail is about, such as an application for a confirmation. */
    subjectId: text().notNull(),
    status: text({ enum: MAIL_STATUSES }).notNull().default("owed"),
    createdAt: createdNow(),
    /** When somebody had a dead mail tried again. Its tries and its 24 hours start anew then. */
    revivedAt: integer({ mode: "timestamp_ms" }),
    /** Tries since `revivedAt`, apart from those that only met our sending limit. */
    attempts: integer().notNull().default(0),
    /** How many tries ended without our knowing whether the mail went out. */
    unknownOutcomes: integer().notNull().default(0),
    /** 1970 at first, so that it is due at once. */
    nextAttemptAt: integer({ mode: "timestamp_ms" }).notNull().default(sql`0`),
    /** Until when one delivery has this row for itself; null if none is running. */
    leasedUntil: integer({ mode: "timestamp_ms" }),
    sentAt: integer({ mode: "timestamp_ms" }),
    /** A short code, never an address or a sender's own words. A sent mail has one only if it was marked as spam. */
    lastError: text(),
    /** The mail service's id of the last copy that it accepted; its later events name it (worker/mail/events.ts). */
    messageId: text(),
  },
  (table) => [
    uniqueIndex("outbox_once").on(table.subjectId, table.kind),
    index("outbox_by_due").on(table.status, table.nextAttemptAt),
    index("outbox_ended").on(table.createdAt).where(hasEnded),
    index("outbox_by_message").on(table.messageId).where(sql`messageId is not null`),
    // Owed mail, oldest first. Mails that may have gone out wait for hours, so they are left out.
    index("outbox_waiting").on(waitingSince).where(sql`status = 'owed' and unknownOutcomes = 0`),
  ],
);

/** What a mail can be about, besides an application, its events, and what is of no application. */
export const mailSubjects = { appointments, codes, letters, permissions, referrals };

/** How many applications of each band a lender decided, and approved within 30 days, counted once a night. */
export const forecastResults = sqliteTable("forecast_results", {
  band: text().$type<Band>().primaryKey(),
  decided: integer().notNull(),
  approved: integer().notNull(),
});

/** Messages from the contact form. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    message: text().notNull(),
    language: writtenIn(),
    /** An e-mail address or a phone number, as typed; null if the sender left none. */
    replyTo: text(),
    /** The first message of the conversation in which this one came by mail, in answer to our reply; null for one from the form. */
    continues: text(),
    /** The digits or lower-case e-mail of `replyTo`, to find the same person (db/model/contact/person.ts). */
    sender: text(),
    /** When the sender asked us to stop, if that was after this message. */
    contactStoppedAt: integer({ mode: "timestamp_ms" }),
    status: text({ enum: MESSAGE_STATUSES }).notNull().default("new"),
    /** The member who works on it; null if nobody does. */
    ownerId: text(),
    createdAt: createdNow(),
  },
  (table) => [
    index("contact_messages_by_status").on(table.status, table.createdAt, table.id),
    index("contact_messages_by_time").on(table.createdAt),
    index("contact_messages_by_sender").on(table.sender),
    index("contact_messages_by_first").on(table.continues).where(sql`continues is not null`),
    index("contact_messages_by_owner").on(table.ownerId, table.status, table.createdAt).where(sql`ownerId is not null`),
  ],
);

/** Mailed answers to contact messages. */
export const messageReplies = sqliteTable(
  "message_replies",
  {
    id: text().primaryKey(),
    messageId: text().notNull(),
    userId: text().notNull(),
    text: text().notNull(),
    createdAt: createdNow(),
  },
  (table) => [index("message_replies_by_message").on(table.messageId)],
);

/** A blog post. */
export const blogPosts = sqliteTable(
  "blog_posts",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    id: text().notNull().unique(),
    title: text().notNull(),
    slug: text().notNull().unique(),
    heroImageUrl: text(),
    heroImageAlt: text(),
    content: text().notNull(),
    /** One comma-separated string, as the customer wants it. */
    tags: text().notNull().default(""),
    language: writtenIn(),
    /** The slug of the original, which a trigger keeps up to date; null if this is the original. */
    translationOf: text(),
    published: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: createdNow(),
    /** In milliseconds. An edit sends it back to say which version it started from. */
    updatedAt: createdNow(),
    /** When it was moved to the bin; null if it is not there. */
    deletedAt: integer({ mode: "timestamp_ms" }),
    /** Title and tags in lower case, for search. */
    searchText: text().notNull(),
    /** When a draft publishes itself; null if it does not. */
    publishAt: integer({ mode: "timestamp_ms" }),
    /** The content as a tree, in JSON (worker/blog/rendering.ts); null if each request renders it. */
    rendering: text(),
    /** What the tree was made from: the SHA-256 of the pipeline's version and the content. */
    renderedFrom: text(),
  },
  (table) => [
    index("blog_posts_published")
      .on(sql`${table.language} desc`, sql`${table.createdAt} desc`, sql`${table.id} desc`)
      .where(sql`published = 1 and deletedAt is null`),
    index("blog_posts_translations").on(table.translationOf).where(sql`translationOf is not null`),
    index("blog_posts_binned").on(table.deletedAt).where(sql`deletedAt is not null`),
    index("blog_posts_unpublished").on(sql`${table.updatedAt} desc`).where(sql`published = 0 or deletedAt is not null`),
    index("blog_posts_scheduled").on(table.publishAt).where(sql`publishAt is not null`),
  ],
);

/** Former slugs of published posts, which redirect to the present ones. */
export const blogRedirects = sqliteTable("blog_redirects", {
  slug: text().primaryKey(),
  postId: text().notNull(),
});

/** Addresses that may get news once their owners confirm. */
export const newsletterSubscribers = sqliteTable(
  "newsletter_subscribers",
  {
    id: text().primaryKey(),
    /** Empty once the owner has unsubscribed. */
    email: text().notNull(),
    /** In lower case, so that each address is stored once. The id takes its place when the owner unsubscribes. */
    emailFolded: text().notNull().unique(),
    language: writtenIn(),
    /** `unreachable`: a mail to it bounced or was marked as spam, so it gets no more. */
    status: text({ enum: ["pending", "confirmed", "unsubscribed", "unreachable"] })
      .notNull()
      .default("pending"),
    /** The text next to the button (db/model/mail/newsletter.ts), and when it was last pressed. */
    consentTextId: text().notNull(),
    requestedAt: integer({ mode: "timestamp_ms" }).notNull(),
    confirmedAt: integer({ mode: "timestamp_ms" }),
    unsubscribedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("newsletter_subscribers_by_status").on(table.status, table.requestedAt)],
);

/** The token in each newsletter mail confirms while it is new, and can always unsubscribe. We store its SHA-256. */
export const newsletterTokens = sqliteTable(
  "newsletter_tokens",
  {
    tokenHash: text().primaryKey(),
    subscriberId: text().notNull(),
    createdAt: createdNow(),
  },
  (table) => [index("newsletter_tokens_by_subscriber").on(table.subscriberId)],
);

/**
 * Members. Those who have left stay, so that old records can name them. `isDemo` members exist only locally and do not
 * count: on a new machine anybody may write until somebody adds the first member.
 */
export const users = sqliteTable("users", {
  id: text().primaryKey(),
  username: text().notNull().unique(),
  /** See db/password.ts. */
  password: text().notNull(),
  role: text({ enum: ROLES }).notNull().default("author"),
  isDemo: integer({ mode: "boolean" }).notNull().default(false),
  createdAt: createdNow(),
  /** When they left and lost access; null while they work here. */
  deactivatedAt: integer({ mode: "timestamp_ms" }),
  /** The secret of their authenticator app, encrypted (worker/hash.ts); null without an app. */
  appSecret: text(),
  /** The last used code's 30-second step since 1970, so that no code works twice. */
  appStep: integer().notNull().default(0),
});

/** Public keys of members' passkeys. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's id, which the authenticator chose. */
    id: text().primaryKey(),
    userId: text().notNull(),
    /** COSE key, in base64url. */
    publicKey: text().notNull(),
    /** How often it has signed, if it counts. A smaller number than before means that somebody copied it. */
    counter: integer().notNull(),
    createdAt: createdNow(),
  },
  (table) => [index("passkeys_by_user").on(table.userId)],
);

/** Unused recovery codes, as keyed hashes. */
export const recoveryCodes = sqliteTable(
  "recovery_codes",
  {
    codeHash: text().primaryKey(),
    userId: text().notNull(),
  },
  (table) => [index("recovery_codes_by_user").on(table.userId)],
);

/** Sign-ins. Only the SHA-256 of the cookie's token is stored. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    userId: text().notNull(),
    createdAt: createdNow(),
    lastUsedAt: createdNow(),
    /** When the second factor was given. Until then the session may do nothing else. */
    verifiedAt: integer({ mode: "timestamp_ms" }),
    /** What a passkey should sign, the encrypted secret of an app that is being set up, and until when both count. */
    challenge: text(),
    newAppSecret: text(),
    challengeEndsAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_use").on(table.lastUsedAt)],
);

/** How often something limited was done in the present window. A trigger refuses more than `max`. */
export const counters = sqliteTable(
  "counters",
  {
    /** The kind, the seconds of the window, and the keyed hash of the person or network. */
    name: text().primaryKey(),
    count: integer().notNull(),
    max: integer().notNull(),
    endsAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("counters_by_end").on(table.endsAt)],
);

/** When each job last began and ended. A failed job leaves `endedAt` unchanged. */
export const jobs = sqliteTable("jobs", {
  name: text().primaryKey(),
  startedAt: integer({ mode: "timestamp_ms" }),
  endedAt: integer({ mode: "timestamp_ms" }),
  detail: text({ mode: "json" }),
});

/** Problems that the firm was told of, one row each time one began (worker/operations/alarms.ts). */
export const alarms = sqliteTable(
  "alarms",
  {
    id: text().primaryKey(),
    name: text().$type<AlarmName>().notNull(),
    since: integer({ mode: "timestamp_ms" }).notNull(),
    /** Null while it lasts. */
    endedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    uniqueIndex("alarms_open").on(table.name).where(sql`endedAt is null`),
    index("alarms_by_time").on(table.since),
  ],
);

/** How many visits of a day reached each page of the form, by where they came from, like `applications.source`; '' for null. */
export const visitTotals = sqliteTable(
  "visit_totals",
  {
    /** In Texas, such as '2026-11-22'. */
    day: text().notNull(),
    source: text().notNull(),
    stage: text().$type<VisitStage>().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.source, table.stage] })],
);
