import { and, eq, gte, inArray, isNull, lt, notExists, sql } from "drizzle-orm";
import { alias } from "drizzle-orm/sqlite-core";
import { database, retried } from "../../db/database.ts";
import { answerRows } from "../../db/model/form/answer-words.ts";
import { permissionInWords } from "../../db/model/introductions/permission.ts";
import { answerByLink, standingOf } from "../../db/model/introductions/recipient-answer.ts";
import {
  type LeadPage,
  LinkAnswer,
  REMINDED_AFTER_BUSINESS_DAYS,
  type RecipientAnswer,
} from "../../db/model/introductions/referral.ts";
import { LEADS } from "../../db/model/mail/mail.ts";
import { messagesByField } from "../../db/model/text.ts";
import { businessTimeBetween, OPEN_HOURS } from "../../db/model/time/business-hours.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import { applications, isToWebhook, outbox, permissions, referrals } from "../../db/schema.ts";
import { actOnCase, type Caller } from "../case/act.ts";
import type { Env } from "../env.ts";
import { storedAnswers } from "../form/answers.ts";
import { owedAgain, owedMail, sendSoon } from "../mail/owed.ts";
import { opened } from "./lead-link.ts";

/** What a lender or dealer sees and answers by the link in our mail. Looking changes nothing, since mail scanners follow links. */

const FIGURE_DAYS = 90;
const MOST_COUNTED = 1000;
/** Whoever asks for a new link gets one an hour. */
const RENEWAL_PAUSE_MS = HOUR_MS;
/** An older lead needs no reminder anymore. */
const REMINDED_UNTIL_DAYS = 14;

type Shown = Omit<LeadPage, "token" | "given" | "messages">;

/** The page behind this token, as it is now. */
export async function readLead(env: Env, token: string, now = new Date()): Promise<Shown> {
  const link = await opened(env, token, now);
  if (!link || link.isOver) return { state: link ? "expired" : "unknown" };
  const db = database(env.DB);
  const ofLead = eq(referrals.id, link.id);
  const isTheirs = inArray(
    referrals.recipientId,
    db.select({ id: referrals.recipientId }).from(referrals).where(ofLead),
  );
  const isRecent = gte(referrals.createdAt, new Date(now.getTime() - FIGURE_DAYS * DAY_MS));
  const [[found], recent] = await retried(() =>
    Promise.all([
      db
        .select({
          referral: referrals,
          application: applications,
          permission: {
            id: permissions.id,
            state: permissions.state,
            decidedAt: permissions.decidedAt,
            how: permissions.how,
          },
        })
        .from(referrals)
        .innerJoin(applications, eq(applications.id, referrals.applicationId))
        .innerJoin(permissions, eq(permissions.id, referrals.permissionId))
        .where(ofLead),
      db
        .select({ answer: referrals.answer, createdAt: referrals.createdAt, answeredAt: referrals.answeredAt })
        .from(referrals)
        .where(and(isTheirs, isRecent))
        .limit(MOST_COUNTED),
    ]),
  );
  if (!found) return { state: "withdrawn" };
  const { referral, application, permission } = found;
  const state = standingOf({ application, permissions: [permission] }, referral);
  if (state !== "open") return { state };
  const answers = answerRows(referral.fields, storedAnswers(application)).flatMap(
    ({ label, value }): [string, string][] => (value === undefined ? [] : [[label, value]]),
  );
  return {
    state,
    recipientName: referral.recipientName,
    lead: {
      id: application.id,
      permission: permissionInWords(permission.how, referral.permittedAt),
      answers,
      answer: referral.answer,
      answeredAt: referral.answeredAt?.toISOString() ?? null,
    },
    figures: figuresOf(recent),
  };
}

/** Does what a form of the page says: stores an answer, or mails a new link to the address that had the old one. */
export async function pressLead(
  c: Caller,
  token: string,
  form: Record<string, string>,
): Promise<Shown & Partial<LeadPage>> {
  const now = new Date();
  const link = await opened(c.env, token, now);
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
  await actOnCase(c, inArray(applications.id, ofLead), {
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
          inArray(outbox.subjectId, db.select({ id: referrals.id }).from(referrals).where(ofLead)),
          inArray(outbox.kind, LEADS),
          eq(outbox.status, "sent"),
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
          .innerJoin(lead, and(eq(lead.subjectId, referrals.id), inArray(lead.kind, LEADS), eq(lead.status, "sent")))
          .where(
            and(
              isNull(referrals.answer),
              isNull(referrals.linkEndedAt),
              lt(referrals.createdAt, sentBy),
              isRecent,
              sql`not (${isToWebhook})`,
              notExists(isReminded),
            ),
          ),
      )
      .onConflictDoNothing(),
  );
}

function figuresOf(recent: { answer: RecipientAnswer | null; createdAt: Date; answeredAt: Date | null }[]) {
  const hours = recent.flatMap(({ createdAt, answeredAt }) =>
    answeredAt ? [(answeredAt.getTime() - createdAt.getTime()) / HOUR_MS] : [],
  );
  const answers: Partial<Record<RecipientAnswer, number>> = {};
  for (const { answer } of recent) if (answer) answers[answer] = (answers[answer] ?? 0) + 1;
  return { received: recent.length, answers, medianHours: hours.toSorted((a, b) => a - b)[hours.length >> 1] ?? null };
}
