import { and, eq, gte, isNull, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { type Database, database, isOneOf, named, retried } from "../../db/database.ts";
import type { Referral } from "../../db/model/case/case.ts";
import { answerRows } from "../../db/model/form/answer-words.ts";
import { acceptedPapers } from "../../db/model/introductions/named-papers.ts";
import { permissionInWords } from "../../db/model/introductions/permission.ts";
import { answerByLink, standingOf } from "../../db/model/introductions/recipient-answer.ts";
import {
  type LeadPage,
  LinkAnswer,
  REMINDED_AFTER_BUSINESS_DAYS,
  type RecipientAnswer,
} from "../../db/model/introductions/referral.ts";
import { LEADS } from "../../db/model/mail/mail.ts";
import { type Paper, paperName } from "../../db/model/papers/papers.ts";
import { messagesByField } from "../../db/model/text.ts";
import { businessTimeBetween, OPEN_HOURS } from "../../db/model/time/business-hours.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import { applications, audit, caseEvents, outbox, papers, permissions, referrals } from "../../db/schema.ts";
import { actOnCase, type Caller } from "../case/act.ts";
import { isAtVersion, versionOf } from "../case/store.ts";
import { storedAnswers } from "../case/stored-answers.ts";
import type { Env } from "../env.ts";
import { owedAgain, owedMail, sendSoon } from "../owed-mail.ts";
import { filesOf } from "../papers/show.ts";
import { get } from "../papers/store.ts";
import { isRecent } from "../staff/member.ts";
import { readLink } from "./lead-link.ts";

/** What a lender or dealer sees and answers by the link in our mail. Looking changes nothing, since mail scanners follow links. */

const FIGURE_DAYS = 90;
const MOST_COUNTED = 1000;
/** Whoever asks for a new link gets one an hour. */
const RENEWAL_PAUSE_MS = HOUR_MS;
/** An older lead needs no reminder anymore. */
const REMINDED_UNTIL_DAYS = 7;
/** How often a document is read anew because its case was changed meanwhile. */
const MOST_READS = 3;

type Shown = Omit<LeadPage, "token" | "given" | "messages">;

/** The page behind this token, as it is now. */
export async function readLead(env: Env, token: string, now = new Date()): Promise<Shown> {
  const link = await readLink(env, token, now);
  if (!link || link.isOver) return { state: link ? "expired" : "unknown" };
  const db = database(env.DB);
  const [found, recent] = await Promise.all([leadOf(db, link.id), figuresOf(db, link.id, now)]);
  if (found.state !== "open") return found;
  const { referral, application, permission, files } = found;
  const answers = answerRows(referral.fields, storedAnswers(application)).filter(({ value }) => value !== undefined);
  return {
    state: "open",
    recipientName: referral.recipientName,
    lead: {
      id: application.id,
      permission: permissionInWords(permission.how, referral.permittedAt),
      answers,
      papers: files.map(({ id, paper, type }) => ({ id, name: paperName(paper), type })),
      answer: referral.answer,
      answeredAt: referral.answeredAt?.toISOString() ?? null,
    },
    figures: recent,
  };
}

/**
 * A file that the page lists, for whoever presses it, and its bytes; undefined if it is not listed now. Once the bytes are read, one
 * transaction notes who opens which paper and finds that nothing has changed in the case. So of that and a stop, or whatever else
 * ends this, the first counts.
 */
export async function openPaper(env: Env, token: string, fileId: string, now = new Date()) {
  const link = await readLink(env, token, now);
  if (!link || link.isOver) return;
  const db = database(env.DB);
  for (let time = 0; time < MOST_READS; time++) {
    const found = await leadOf(db, link.id);
    const file = found.state === "open" ? found.files.find(({ id }) => id === fileId) : undefined;
    const bytes = file && (await get(env, file));
    if (found.state !== "open" || !bytes) return;
    if (await noteSeen(db, found, file, now)) return { file, bytes };
  }
}

/** The lead with this id and the files that its yes names, or why it is not shown. */
async function leadOf(db: Database, leadId: string) {
  // D1 returns at most 100 columns.
  const { id, state, decidedAt, how, papers: ofYes } = permissions;
  const [found] = await retried(() =>
    db
      .select({
        referral: referrals,
        application: applications,
        permission: { id, state, decidedAt, how, papers: ofYes },
        version: versionOf(applications.id),
      })
      .from(referrals)
      .innerJoin(applications, eq(applications.id, referrals.applicationId))
      .innerJoin(permissions, eq(permissions.id, referrals.permissionId))
      .where(eq(referrals.id, leadId)),
  );
  if (!found) return { state: "withdrawn" as const };
  const { referral, application, permission } = found;
  const standing = standingOf({ application, permissions: [permission] }, referral);
  if (standing !== "open") return { state: standing };
  return { state: standing, ...found, files: await namedFiles(db, application.id, permission.papers) };
}

/** The files that a yes names, whole and still accepted. */
async function namedFiles(db: Database, applicationId: string, papers: Paper[]) {
  if (papers.length === 0) return [];
  const { files, events } = await retried(() =>
    named(db, {
      files: filesOf(db, eq(applications.id, applicationId)),
      events: db.select().from(caseEvents).where(eq(caseEvents.applicationId, applicationId)).orderBy(caseEvents.id),
    }),
  );
  const accepted = acceptedPapers(events);
  return files.filter(({ paper }) => papers.includes(paper) && accepted.includes(paper));
}

/** Notes in the audit log that a recipient opens this file, once an hour a paper. False if the case has changed or the file is gone. */
async function noteSeen(
  db: Database,
  { referral, version }: { referral: Referral; version: number },
  { id, paper }: { id: string; paper: Paper },
  now: Date,
) {
  const { applicationId, recipientId, recipientName } = referral;
  const change = JSON.stringify({ old: null, new: { paper: paperName(paper) } });
  const isNoted = sql`subjectId = ${applicationId} and userId = ${recipientId} and action = 'seePapers' and change = ${change}`;
  const isStillShown = and(eq(papers.id, id), isAtVersion({ application: { id: applicationId }, version }));
  const { shown } = await retried(() =>
    named(db, {
      shown: db.select({ id: papers.id }).from(papers).where(isStillShown),
      note: db.insert(audit).select(
        sql`select null, ${now.getTime()}, ${recipientId}, ${recipientName}, 'seePapers', ${applicationId}, 1, ${change}
          from papers where ${isStillShown}
          and not exists (select 1 from ${audit} where ${isNoted} and ${isRecent(now.getTime())})`,
      ),
    }),
  );
  return shown.length > 0;
}

/** Does what a form of the page says: stores an answer, or mails a new link to the address that had the old one. */
export async function pressLead(
  c: Caller,
  token: string,
  form: Record<string, string>,
): Promise<Shown & Partial<LeadPage>> {
  const now = new Date();
  const link = await readLink(c.env, token, now);
  if (!link) return { state: "unknown" };
  if (form.press === "renew") return renew(c, link.id, now);
  if (link.isOver) return { state: "expired" };
  const { data, error } = LinkAnswer.safeParse({ answer: form.answer ?? "", amount: form.amount ?? "" });
  if (!data) {
    const shown = await readLead(c.env, token, now);
    return shown.state === "open" ? { ...shown, given: form, messages: messagesByField(LinkAnswer, error) } : shown;
  }
  const ofLead = database(c.env.DB)
    .select({ id: referrals.applicationId })
    .from(referrals)
    .where(eq(referrals.id, link.id));
  const press = { at: now, by: null, id: crypto.randomUUID() };
  await actOnCase(c, isOneOf(applications.id, ofLead), {
    press,
    decide: (kase) => answerByLink(kase, link.id, data, press),
  });
  return readLead(c.env, token, now);
}

/** Sends the mail with the lead again, with a new link, unless a member ended it. Whether it goes out decides the mail's writer, as at first. */
async function renew(c: Caller, referralId: string, now: Date): Promise<Shown> {
  const db = database(c.env.DB);
  const ofLead = and(eq(referrals.id, referralId), isNull(referrals.linkEndedAt));
  const owed = await retried(() =>
    db
      .update(outbox)
      .set(owedAgain(now))
      .where(
        and(
          isOneOf(outbox.subjectId, db.select({ id: referrals.id }).from(referrals).where(ofLead)),
          isOneOf(outbox.kind, LEADS),
          // The plus keeps SQLite from walking all sent mails.
          sql`+${outbox.status} = 'sent'`,
          lt(outbox.sentAt, new Date(now.getTime() - RENEWAL_PAUSE_MS)),
        ),
      )
      .returning({ id: outbox.id }),
  );
  for (const { id } of owed) await sendSoon(c.env, id);
  return { state: "renewed" };
}

/** Owes a reminder to those whose lead arrived, two business days ago, and who have not answered. Once: their row stays. */
export async function remindRecipients(env: Env, now = new Date()) {
  const db = database(env.DB);
  const wait = REMINDED_AFTER_BUSINESS_DAYS * OPEN_HOURS * HOUR_MS;
  const days = [REMINDED_AFTER_BUSINESS_DAYS, REMINDED_AFTER_BUSINESS_DAYS + 1];
  const sentBy = days
    .map((day) => new Date(now.getTime() - day * DAY_MS))
    .find((at) => businessTimeBetween(at, now) >= wait);
  if (!sentBy) return;
  const lead = alias(outbox, "lead");
  // The plus makes SQLite begin with the unanswered leads, instead of all sent mails.
  const isSent = sql`+${lead.status} = 'sent'`;
  const isReminded = db
    .select({ id: outbox.id })
    .from(outbox)
    .where(and(eq(outbox.subjectId, referrals.id), eq(outbox.kind, "leadReminder")));
  const isRecent = gte(referrals.createdAt, new Date(now.getTime() - REMINDED_UNTIL_DAYS * DAY_MS));
  await retried(() =>
    db
      .insert(outbox)
      .select(
        db
          .select(
            owedMail({
              id: sql`lower(hex(randomblob(16)))`,
              kind: "leadReminder",
              subjectId: referrals.id,
              createdAt: now,
            }),
          )
          .from(referrals)
          .innerJoin(lead, and(eq(lead.subjectId, referrals.id), isOneOf(lead.kind, LEADS), isSent))
          .where(
            and(
              isNull(referrals.answer),
              isNull(referrals.linkEndedAt),
              lt(referrals.createdAt, sentBy),
              isRecent,
              notExists(isReminded),
            ),
          ),
      )
      .onConflictDoNothing(),
  );
}

/** The last ninety days of the recipient of this lead. */
async function figuresOf(db: Database, id: string, now: Date) {
  const theirs = db.select({ id: referrals.recipientId }).from(referrals).where(eq(referrals.id, id));
  const isRecent = gte(referrals.createdAt, new Date(now.getTime() - FIGURE_DAYS * DAY_MS));
  const recent = await retried(() =>
    db
      .select({ answer: referrals.answer, createdAt: referrals.createdAt, answeredAt: referrals.answeredAt })
      .from(referrals)
      .where(and(isOneOf(referrals.recipientId, theirs), isRecent))
      .limit(MOST_COUNTED),
  );
  const hours = recent.flatMap(({ createdAt, answeredAt }) =>
    answeredAt ? [(answeredAt.getTime() - createdAt.getTime()) / HOUR_MS] : [],
  );
  const answers: Partial<Record<RecipientAnswer, number>> = {};
  for (const { answer } of recent) if (answer) answers[answer] = (answers[answer] ?? 0) + 1;
  return { received: recent.length, answers, medianHours: hours.toSorted((a, b) => a - b)[hours.length >> 1] ?? null };
}
