import { sql } from "drizzle-orm";
import {
  index,
  integer,
  primaryKey,
  type SQLiteColumnBuilderBase,
  sqliteTable,
  text,
  uniqueIndex,
} from "drizzle-orm/sqlite-core";
import type { Places } from "./model/calls/call-slots.ts";
import type { CaseEvent, KeptEvent } from "./model/case/case-event.ts";
import type { Outcome, Status } from "./model/case/status.ts";
import type { ConsentEvidence } from "./model/consent/consent.ts";
import { CODE_PURPOSES } from "./model/contact/code.ts";
import { MESSAGE_STATUSES } from "./model/contact/contact-message.ts";
import type { LenderCategory, LenderCriteria } from "./model/directory/lenders.ts";
import type { Metro } from "./model/directory/metro.ts";
import type { Flag, ForecastPoints } from "./model/forecast/forecast.ts";
import type { Consent, Field } from "./model/form/application.ts";
import { PERMISSION_STATES, type PermissionHow } from "./model/introductions/permission.ts";
import type { RecipientAnswer, RecipientKind } from "./model/introductions/referral.ts";
import { MAIL_STATUSES, type MailKind } from "./model/mail/mail.ts";
import type { NextKind } from "./model/queue/next-action.ts";
import type { AlarmName } from "./model/site/alarms.ts";
import type { Counted } from "./model/site/statistics.ts";
import type { Vital } from "./model/site/vitals.ts";
import { type Change, type DeskAction, ROLES } from "./model/staff/staff.ts";
import type { Language } from "./model/words.ts";

type ColumnForEvery<Name extends string> = Record<Name, SQLiteColumnBuilderBase>;

const answerColumns = {
  fullName: text().notNull(),
  phone: text().notNull(),
  email: text().notNull(),
  city: text().notNull(),
  zip: text().notNull(),
  birthYear: integer(),
  employmentType: text().notNull(),
  timeOnCurrentJobYears: integer(),
  timeOnCurrentJobMonths: integer(),
  timeOnPreviousJobYears: integer(),
  timeOnPreviousJobMonths: integer(),
  grossMonthlyIncome: integer().notNull(),
  timeAtCurrentResidenceYears: integer(),
  timeAtCurrentResidenceMonths: integer(),
  timeAtPreviousResidenceYears: integer(),
  timeAtPreviousResidenceMonths: integer(),
  housingType: text().notNull(),
  monthlyRentMortgage: integer(),
  hasActiveBank: integer({ mode: "boolean" }).notNull(),
  accountType: text(),
  bankName: text(),
  bankruptcyStatus: text().notNull(),
  repoLast12Months: integer({ mode: "boolean" }).notNull(),
  mortgageDelinquent: integer({ mode: "boolean" }).notNull(),
  idType: text().notNull(),
  autoFinanceHistory: text().notNull(),
  currentFinanceCompany: text(),
  titleHolder: text().notNull(),
  cashDownPayment: integer().notNull(),
  downPaymentAvailable: text().notNull(),
  purchaseTimeline: text().notNull(),
  consentTexts: integer({ mode: "boolean" }).notNull(),
  consentElectronic: integer({ mode: "boolean" }).notNull(),
  certifyAccurate: integer({ mode: "boolean" }).notNull(),
} satisfies ColumnForEvery<Field | Consent>;

/** In which language it was written; what we mail somebody who wrote to us is in it, too. */
const writtenIn = () => text().$type<Language>().notNull().default("en");

const createdNow = () =>
  integer({ mode: "timestamp_ms" }).notNull().default(sql`(cast(unixepoch('subsec') * 1000 as integer))`);

/** Condition on an application, written as its indexes have it. */
export const isInSpanish = sql`language = 'es'`;

/** Condition on an application, written as its index has it: it is open, and nobody has reached the applicant. */
export const isUncontacted = sql`firstContactAt is null and outcome is null and contactStoppedAt is null`;

/** One row per submitted application. Times are UTC. Its rowid is `number`, by which the search index knows it. */
export const applications = sqliteTable(
  "applications",
  {
    number: integer().primaryKey({ autoIncrement: true }),
    /** By which staff, lenders and dealers know it. It opens nothing. */
    id: text().notNull().unique(),
    /** SHA-256 of the applicant's reference (worker/form/reference.ts), which stands nowhere in this database. */
    referenceHash: text().notNull().unique(),
    ...answerColumns,
    language: writtenIn(),
    scoresForecast: integer(),
    flagsJson: text({ mode: "json" }).$type<Flag[]>(),
    createdAt: createdNow(),
    status: text().$type<Status>().notNull().default("submitted"),
    forecastVersion: integer().notNull(),
    forecastPoints: text({ mode: "json" }).$type<ForecastPoints>().notNull(),
    consentRecord: text({ mode: "json" }).$type<ConsentEvidence>().notNull(),
    /** SHA-256 of the browser's Idempotency-Key; null when it sent none. */
    idempotencyKeyHash: text().unique(),
    /** SHA-256 of the answers, so that other answers under the same key are noticed. */
    answersHash: text().notNull(),
    /** Phone digits and folded e-mail, which identify the same person (db/model/contact/person.ts). */
    phoneDigits: text().notNull(),
    emailFolded: text().notNull(),
    /** The last e-mail address at which a code or link of ours was read; codes go there. Null: none yet, so they go to `email`. */
    reachedEmail: text(),
    /** The member who put this e-mail address on file, until the applicant has confirmed it; null: it is the applicant's own. */
    emailSetBy: text(),
    /** By when we promised an answer (or `NO_PROMISE`), and what goes first among equals (db/model/queue/queue.ts): the order of the desk's queue. */
    dueAt: integer({ mode: "timestamp_ms" }).notNull().default(sql`0`),
    queueRank: integer().notNull().default(0),
    /** The member who works on it; null while nobody does. */
    ownerId: text(),
    /** When the applicant asked us to stop contacting them; null again once they want to hear from us. */
    contactStoppedAt: integer({ mode: "timestamp_ms" }),
    /** When they last wanted to hear from us again after a stop: then our promise began anew. */
    contactResumedAt: integer({ mode: "timestamp_ms" }),
    /** How it ended, once closed (db/model/case/status.ts). */
    outcome: text().$type<Outcome>(),
    /** What its status was before it was closed; null while it is open. */
    closedFrom: text().$type<Status>(),
    /** Where they live, by ZIP code; null outside Texas. */
    metro: text().$type<Metro>(),
    /** The path of the page on which they first came to us, as their browser says; null when it said none. */
    source: text(),
    /** What its owner does next (db/model/queue/next-action.ts), a word about it, and when; null where nothing was set. */
    nextKind: text().$type<NextKind>(),
    nextNote: text(),
    nextAt: integer({ mode: "timestamp_ms" }),
    /** When we first reached them or their voicemail since our promise began (db/model/queue/first-contact.ts), and who did. */
    firstContactAt: integer({ mode: "timestamp_ms" }),
    firstContactBy: text(),
    /** When the firm was told that it is overdue. */
    overdueToldAt: integer({ mode: "timestamp_ms" }),
    /** The application of the same person with which this one was merged, until they are split again. */
    mergedInto: text(),
  },
  (table) => [
    index("applications_by_phone").on(table.phoneDigits),
    index("applications_by_email").on(table.emailFolded),
    index("applications_by_name").on(table.zip, sql`${table.fullName} collate nocase`),
    index("applications_by_time").on(sql`${table.createdAt} desc`, table.id),
    index("applications_queue").on(table.status, table.dueAt, table.queueRank, table.id),
    index("applications_queue_by_owner").on(table.ownerId, table.status, table.dueAt, table.queueRank, table.id),
    index("applications_queue_spanish").on(table.status, table.dueAt, table.queueRank, table.id).where(isInSpanish),
    index("applications_queue_spanish_by_owner")
      .on(table.ownerId, table.status, table.dueAt, table.queueRank, table.id)
      .where(isInSpanish),
    index("applications_working").on(table.status, table.nextAt).where(sql`outcome is null`),
    index("applications_next").on(table.ownerId, table.nextAt).where(sql`outcome is null`),
    index("applications_uncontacted").on(table.overdueToldAt, table.dueAt).where(isUncontacted),
    index("applications_queue_metro").on(table.metro, table.status, table.dueAt, table.queueRank, table.id),
    index("applications_merged").on(table.mergedInto).where(sql`mergedInto is not null`),
    index("applications_first_contact").on(table.firstContactAt).where(sql`firstContactAt is not null`),
    // All that the dashboard counts (worker/figures/dashboard.ts), so that it reads no row beside it.
    index("applications_conversion").on(
      table.createdAt,
      table.source,
      table.status,
      table.closedFrom,
      table.outcome,
      table.firstContactAt,
    ),
  ],
);

/** What happened to an application, besides what `referrals` and `outbox` tell. Append-only, which triggers hold. */
export const caseEvents = sqliteTable(
  "case_events",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    applicationId: text().notNull(),
    at: createdNow(),
    /** The member who did it; null for the applicant. */
    userId: text(),
    event: text({ mode: "json" }).$type<CaseEvent>().notNull(),
    /** Counts those of an application, from 1. Whatever changes a case writes the next one, so that no two do at once. */
    version: integer().notNull().default(0),
  },
  (table) => [uniqueIndex("case_events_version").on(table.applicationId, table.version)],
);

/**
 * Calls that applicants asked for: at most one of an application is open, and two of one hour have different places. To move
 * one ends it and opens the next.
 */
export const appointments = sqliteTable(
  "appointments",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    /** When its slot begins (db/model/calls/call-slots.ts); null for 'as soon as possible'. */
    startsAt: integer({ mode: "timestamp_ms" }),
    /** When we should call: then, or as soon as we may after it was asked for. */
    dueAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** Counts those of an application, from 0. */
    sequence: integer().notNull().default(0),
    createdAt: createdNow(),
    /** Null while it is open. */
    endedAt: integer({ mode: "timestamp_ms" }),
    /** Which of the calls of its hour it is, from 0; null without an hour. */
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

/** How many calls can begin in each slot of a week: one row, once managers have changed the preset. */
export const callCapacity = sqliteTable("call_capacity", {
  id: text().primaryKey(),
  places: text({ mode: "json" }).$type<Places>().notNull(),
  /** Goes up by one with each change. */
  version: integer().notNull().default(1),
});

/** The directory: to whom applications can be sent. Managers edit it. */
export const lenders = sqliteTable("lenders", {
  id: text().primaryKey(),
  name: text().notNull(),
  category: text().$type<LenderCategory>().notNull(),
  leadAddress: text().notNull(),
  criteria: text({ mode: "json" }).$type<LenderCriteria>().notNull(),
  /** Whom staff ask for there, their number, and what staff should know; empty where nobody wrote it down. */
  contactPerson: text().notNull().default(""),
  phone: text().notNull().default(""),
  notes: text().notNull().default(""),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  /** Goes up by one with each change. */
  version: integer().notNull().default(1),
});

export const dealers = sqliteTable("dealers", {
  id: text().primaryKey(),
  name: text().notNull(),
  metro: text().notNull(),
  leadAddress: text().notNull(),
  contactPerson: text().notNull().default(""),
  phone: text().notNull().default(""),
  notes: text().notNull().default(""),
  isActive: integer({ mode: "boolean" }).notNull().default(true),
  version: integer().notNull().default(1),
});

/**
 * What the applicant said to each introduction: to this recipient, with these fields. `case_events` has every change of it but those by a stop, which
 * has an event of its own.
 */
export const permissions = sqliteTable(
  "permissions",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    kind: text().$type<RecipientKind>().notNull(),
    /** The id of a lender or dealer, and its name when the applicant was asked; under another name it is another permission. */
    recipientId: text().notNull(),
    recipientName: text().notNull(),
    /** Which answers may go. What they say may be corrected later. */
    fields: text({ mode: "json" }).$type<Field[]>().notNull(),
    /** The text as the applicant sees it or had it read out, which text that is (db/model/consent/consent.ts), and its SHA-256. */
    words: text().notNull(),
    textId: text().notNull(),
    wordsSha256: text().notNull(),
    /** The member who asked. */
    askedBy: text().notNull(),
    askedAt: createdNow(),
    state: text({ enum: PERMISSION_STATES }).notNull(),
    /** When that was said, later than all that was said before, and how; null while the applicant has not answered. */
    decidedAt: integer({ mode: "timestamp_ms" }),
    how: text().$type<PermissionHow>(),
    /** The member to whom it was said on the phone. */
    recordedBy: text(),
  },
  (table) => [
    uniqueIndex("permissions_once").on(table.applicationId, table.recipientId, table.recipientName, table.fields),
  ],
);

/**
 * Who outside our team was sent an application: at most once per yes of the applicant. It outlasts a deleted application until
 * its recipient was told that the permission is withdrawn.
 */
export const referrals = sqliteTable(
  "referrals",
  {
    id: text().primaryKey(),
    applicationId: text().notNull(),
    kind: text().$type<RecipientKind>().notNull(),
    /** The id of a lender or dealer, and its name and address at that time. */
    recipientId: text().notNull(),
    recipientName: text().notNull(),
    recipientAddress: text().notNull(),
    /** Which answers went. */
    fields: text({ mode: "json" }).$type<Field[]>().notNull(),
    userId: text().notNull(),
    createdAt: createdNow(),
    /** The yes on which it went: of which permission, and when that was given. */
    permissionId: text().notNull(),
    permittedAt: integer({ mode: "timestamp_ms" }).notNull(),
    /** What the lender or dealer answered last, when that was noted, and by whom; null while they have not. */
    answer: text().$type<RecipientAnswer>(),
    answeredAt: integer({ mode: "timestamp_ms" }),
    answerBy: text(),
  },
  (table) => [
    uniqueIndex("referrals_once").on(table.permissionId, table.permittedAt),
    index("referrals_by_application").on(table.applicationId),
  ],
);

/** Letters that members send to applicants: what managers wrote, with places for the facts of a case (db/model/letters/letter-text.ts). */
export const letterTemplates = sqliteTable(
  "letter_templates",
  {
    id: text().primaryKey(),
    /** What members choose it by. */
    name: text().notNull(),
    language: writtenIn(),
    subject: text().notNull(),
    body: text().notNull(),
    isActive: integer({ mode: "boolean" }).notNull().default(true),
    version: integer().notNull().default(1),
  },
  (table) => [uniqueIndex("letter_templates_once").on(table.name, table.language)],
);

/** Letters that went to applicants, word for word. Their mail is in the outbox. */
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

/**
 * What staff did or were refused, one row each; reading the same thing again is noted once an hour. What a manager changed
 * has a second row, with what was there before and after. Rows never change.
 */
export const audit = sqliteTable(
  "audit",
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: createdNow(),
    userId: text().notNull(),
    /** The member's name at that time, for when they are no member any more. */
    username: text().notNull(),
    action: text().$type<DeskAction>().notNull(),
    /** What it was done to, if to one thing. */
    subjectId: text(),
    isAllowed: integer({ mode: "boolean" }).notNull(),
    change: text({ mode: "json" }).$type<Change>(),
  },
  (table) => [
    index("audit_by_action").on(table.userId, table.action, table.subjectId, table.at),
    index("audit_by_time").on(table.at),
    index("audit_by_subject").on(table.subjectId, table.id).where(sql`subjectId is not null`),
    index("audit_by_member").on(table.userId, table.id),
    index("audit_by_kind").on(table.action, table.id),
  ],
);

/** Codes that we mail to confirm what only the applicant may do. One per application and purpose. */
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

/** What stays of an application that was deleted on request: what was agreed to, about which number and address, and what came later. */
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
    /** When its id was noted next to the backups, so that a restore deletes it again; null until then. */
    notedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [
    index("kept_consents_by_time").on(table.appliedAt),
    index("kept_consents_to_note").on(table.deletedAt).where(sql`notedAt is null`),
  ],
);

/** Condition on a mail: it is done with. A lead that never went out is not: it is shown as long as its application exists. */
export const hasEnded = sql`status <> 'owed' and (status = 'sent' or kind not in ('dealerLead', 'lenderLead'))`;

/** Since when a mail is owed; if it was tried again after it died, since then. */
export const waitingSince = sql<number>`case when "revivedAt" is null then "createdAt" else "revivedAt" end`;

/** Mail that we owe somebody. The row is the truth; queue and cron only hurry it along (worker/mail/outbox.ts). */
export const outbox = sqliteTable(
  "outbox",
  {
    id: text().primaryKey(),
    kind: text().$type<MailKind>().notNull(),
    /** What the mail is about: the id of an application, for a confirmation. */
    subjectId: text().notNull(),
    status: text({ enum: MAIL_STATUSES }).notNull().default("owed"),
    createdAt: createdNow(),
    /** When somebody had a dead mail tried again: a life with tries and 24 hours of its own. */
    revivedAt: integer({ mode: "timestamp_ms" }),
    /** In this life; a try that only met the sender's limits does not count. */
    attempts: integer().notNull().default(0),
    /** How many attempts ended without our learning whether the mail went out. */
    unknownOutcomes: integer().notNull().default(0),
    /** The epoch at first: due at once. */
    nextAttemptAt: integer({ mode: "timestamp_ms" }).notNull().default(sql`0`),
    /** Until when one delivery has this row to itself; null when none is under way. */
    leasedUntil: integer({ mode: "timestamp_ms" }),
    sentAt: integer({ mode: "timestamp_ms" }),
    /** A short code, never an address or a sender's own words. */
    lastError: text(),
  },
  (table) => [
    uniqueIndex("outbox_once").on(table.subjectId, table.kind),
    index("outbox_by_due").on(table.status, table.nextAttemptAt),
    index("outbox_ended").on(table.createdAt).where(hasEnded),
    // What is owed, oldest first, without mails that may have gone out: those wait for hours (worker/operations/health.ts).
    index("outbox_waiting").on(waitingSince).where(sql`status = 'owed' and unknownOutcomes = 0`),
  ],
);

/** How many mails have each status. Triggers keep these counts, so that no query has to count mails. */
export const mailCounts = sqliteTable("mail_counts", {
  status: text({ enum: MAIL_STATUSES }).primaryKey(),
  count: integer().notNull(),
});

/** For each forecast: how many applications a lender decided, and how many were approved within 30 days. Triggers keep these counts. */
export const forecastResults = sqliteTable("forecast_results", {
  score: integer().primaryKey(),
  count: integer().notNull(),
  approved: integer().notNull(),
});

/** One row per message sent through the contact form. */
export const contactMessages = sqliteTable(
  "contact_messages",
  {
    id: text().primaryKey(),
    name: text().notNull(),
    message: text().notNull(),
    language: writtenIn(),
    /** An e-mail address or a phone number, as typed; null when the sender gave none. */
    replyTo: text(),
    /** Phone digits or folded e-mail of `replyTo`, which identify the same person (db/model/contact/person.ts). */
    sender: text(),
    /** When the sender asked us to stop contacting them, if that was after this message. */
    contactStoppedAt: integer({ mode: "timestamp_ms" }),
    status: text({ enum: MESSAGE_STATUSES }).notNull().default("new"),
    /** The member who works on it; null while nobody does. */
    ownerId: text(),
    createdAt: createdNow(),
  },
  (table) => [
    index("contact_messages_by_status").on(table.status, table.createdAt, table.id),
    index("contact_messages_by_time").on(table.createdAt),
    index("contact_messages_by_sender").on(table.sender),
    index("contact_messages_by_owner").on(table.ownerId, table.status, table.createdAt).where(sql`ownerId is not null`),
  ],
);

/** Answers to contact messages, by mail. */
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

/** A blog post. Its rowid is `number`, by which the search index knows it. */
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
    /** The slug of the post in the other language that says the same; a trigger keeps up with it. Null: this is the first of the two. */
    translationOf: text(),
    published: integer({ mode: "boolean" }).notNull().default(false),
    createdAt: createdNow(),
    /** In milliseconds; also the version that an edit names. */
    updatedAt: createdNow(),
    /** When it was put into the bin; null while it is not there. */
    deletedAt: integer({ mode: "timestamp_ms" }),
    /** Title and tags in lower case, for search. */
    searchText: text().notNull(),
  },
  (table) => [
    index("blog_posts_published")
      .on(sql`${table.language} desc`, sql`${table.createdAt} desc`, sql`${table.id} desc`)
      .where(sql`published = 1 and deletedAt is null`),
    index("blog_posts_translations").on(table.translationOf).where(sql`translationOf is not null`),
    index("blog_posts_binned").on(table.deletedAt).where(sql`deletedAt is not null`),
    index("blog_posts_unpublished").on(sql`${table.updatedAt} desc`).where(sql`published = 0 or deletedAt is not null`),
  ],
);

/** Slugs that a published post had before: they answer with a redirect to its present one. */
export const blogRedirects = sqliteTable("blog_redirects", {
  slug: text().primaryKey(),
  postId: text().notNull(),
});

/** Addresses to which news may go once their owners have confirmed. */
export const newsletterSubscribers = sqliteTable(
  "newsletter_subscribers",
  {
    id: text().primaryKey(),
    /** Empty once its owner has unsubscribed. */
    email: text().notNull(),
    /** In lower case, so that an address is here only once; replaced by the id when its owner has unsubscribed. */
    emailFolded: text().notNull().unique(),
    language: writtenIn(),
    status: text({ enum: ["pending", "confirmed", "unsubscribed"] })
      .notNull()
      .default("pending"),
    /** Which text was next to the button (db/model/mail/newsletter.ts), and when it was last pressed. */
    consentTextId: text().notNull(),
    requestedAt: integer({ mode: "timestamp_ms" }).notNull(),
    confirmedAt: integer({ mode: "timestamp_ms" }),
    unsubscribedAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("newsletter_subscribers_by_status").on(table.status, table.requestedAt)],
);

/** The token in each newsletter mail: it confirms while it is young and unsubscribes at any time. Only its SHA-256 is kept. */
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
 * Staff. People who have left are deactivated; their row and name stay, so that old records still name them. `isDemo` users are seeded
 * locally only and do not count as authors: on a new machine anybody may write until the first one is made.
 */
export const users = sqliteTable("users", {
  id: text().primaryKey(),
  username: text().notNull().unique(),
  /** See db/password.ts. */
  password: text().notNull(),
  role: text({ enum: ROLES }).notNull().default("author"),
  isDemo: integer({ mode: "boolean" }).notNull().default(false),
  createdAt: createdNow(),
  /** Since when they cannot sign in; null while they work here. */
  deactivatedAt: integer({ mode: "timestamp_ms" }),
  /** The secret of their authenticator app, encrypted (worker/hash.ts); null without an app. */
  appSecret: text(),
  /** Which 30-second step since 1970 the last used code was for: no code works twice. */
  appStep: integer().notNull().default(0),
});

/** Public keys of the members' passkeys. */
export const passkeys = sqliteTable(
  "passkeys",
  {
    /** The credential's id, as the authenticator chose it. */
    id: text().primaryKey(),
    userId: text().notNull(),
    /** COSE key, in base64url. */
    publicKey: text().notNull(),
    /** How often it has signed, if it says so. A smaller number than before means a copy. */
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

/** Sign-ins. Only the SHA-256 of the cookie's token is kept. */
export const sessions = sqliteTable(
  "sessions",
  {
    tokenHash: text().primaryKey(),
    userId: text().notNull(),
    createdAt: createdNow(),
    lastUsedAt: createdNow(),
    /** When the second factor was given; until then the session may do nothing else. */
    verifiedAt: integer({ mode: "timestamp_ms" }),
    /** What a passkey is to sign, the encrypted secret of an app that is being set up, and until when these count. */
    challenge: text(),
    newAppSecret: text(),
    challengeEndsAt: integer({ mode: "timestamp_ms" }),
  },
  (table) => [index("sessions_by_user").on(table.userId), index("sessions_by_use").on(table.lastUsedAt)],
);

/** How often something limited was done, in the present window. A trigger aborts what goes over `max`. */
export const counters = sqliteTable(
  "counters",
  {
    /** Kind, seconds of the window, and the keyed hash of who is counted. */
    name: text().primaryKey(),
    count: integer().notNull(),
    max: integer().notNull(),
    endsAt: integer({ mode: "timestamp_ms" }).notNull(),
  },
  (table) => [index("counters_by_end").on(table.endsAt)],
);

/** When each of our jobs last began and ended. When a job fails, `endedAt` stays as it was. */
export const jobs = sqliteTable("jobs", {
  name: text().primaryKey(),
  startedAt: integer({ mode: "timestamp_ms" }),
  endedAt: integer({ mode: "timestamp_ms" }),
  detail: text({ mode: "json" }),
});

/** Trouble that the firm was told about, once each time it began (worker/operations/alarms.ts). */
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

/** How often something happened in an hour, counted in the transaction of what happened. */
export const hourlyCounts = sqliteTable(
  "hourly_counts",
  {
    /** Whole hours since the epoch. */
    hour: integer().notNull(),
    name: text().$type<Counted>().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.hour, table.name] })],
);

/** How fast pages were for visitors: how many of a day's measurements fell into each bucket (db/model/site/vitals.ts). */
export const vitals = sqliteTable(
  "vitals",
  {
    /** In Texas, as '2026-11-22'. */
    day: text().notNull(),
    /** The pattern of the page's address (web/routes.tsx). */
    route: text().notNull(),
    metric: text().$type<Vital>().notNull(),
    bucket: integer().notNull(),
    count: integer().notNull(),
  },
  (table) => [primaryKey({ columns: [table.day, table.route, table.metric, table.bucket] })],
);
