import { and, asc, eq, isNotNull, lte, type SQL, sql } from "drizzle-orm";
import { type Database, isOneOf, named } from "../../db/database.ts";
import { mayCall } from "../../db/model/calls/contact-hours.ts";
import { CALL_NOTICE_MS } from "../../db/model/case/promise.ts";
import { stages } from "../../db/model/case/status.ts";
import { LAST_APPROVAL_RANK } from "../../db/model/introductions/routing.ts";
import { DUE_SECTIONS, type OwnCase, type Place, placeOf } from "../../db/model/queue/my-day.ts";
import { FREE_UP_TO, OVERDUE_UP_TO } from "../../db/model/site/statistics.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { shortTime } from "../../db/model/time/time-for-staff.ts";
import type { Language } from "../../db/model/words.ts";
import { appointments, contactMessages, permissions, applications as table } from "../../db/schema.ts";
import { isOpenCall, wantedCall } from "../calls/appointment.ts";
import {
  dueCount,
  isFree,
  isNewAnswer,
  isOpenForContact,
  isToAnswer,
  MOST_CASES,
  MOST_MESSAGES,
  triedAt,
  upTo,
  waitingCounts,
} from "./due.ts";

const MOST_CALLS = 100;
const MOST_FREE = 10;
/** Of those whose approval is likeliest, so many are searched for free ones. */
const MOST_LOOKED_AT = 500;

/** The member's day, and the first cases that nobody owns: by time, or the likeliest approval first. */
export async function readMyDay(db: Database, member: Member, { now = new Date(), isByApproval = false } = {}) {
  const {
    cases,
    answers,
    messages,
    unclaimed,
    counts: [counts],
  } = await named(db, {
    cases: ownCases(db, member),
    answers: answersToMyCases(db, member),
    messages: ownMessages(db, member),
    unclaimed: freeCases(db, isByApproval),
    counts: db
      .select({ overdue: waitingCounts(now).overdue, free: upTo("free", FREE_UP_TO, table, isFree) })
      .from(sql`(select 1)`),
  });
  const day = dayOf(cases, answers, messages, now);
  if (isByApproval) day.sort((a, b) => a.approvalRank - b.approvalRank);
  return {
    due: DUE_SECTIONS.map((section) => ({ section, items: day.filter((item) => item.section === section) })),
    later: day.filter(({ section }) => section === "later"),
    /** The member has more cases than we read. */
    isCut: cases.length === MOST_CASES,
    free: unclaimed.map(({ callId, callStartsAt, callDueAt, zip, ...application }) => ({
      ...application,
      owner: null,
      contactStoppedAt: null,
      appointment: callId ? wantedCall({ startsAt: callStartsAt, dueAt: callDueAt }, zip) : null,
    })),
    /** Of all who are free. */
    freeCount: counts?.free ?? 0,
    overdue: counts?.overdue ?? 0,
  };
}

/**
 * How much the member has to do now, and of anybody: how many applications are overdue, how many messages new, how many booked
 * calls due within the hour, and the number of the newest application with the milliseconds at which it came.
 */
export async function countMyDay(db: Database, { id }: Member, now = new Date()) {
  const { overdue } = waitingCounts(now);
  const newMessages = upTo("newMessages", OVERDUE_UP_TO, contactMessages, eq(contactMessages.status, "new"));
  const soon = new Date(now.getTime() + CALL_NOTICE_MS);
  const callsDue = upTo("callsDue", MOST_CALLS, appointments, and(isOpenCall, lte(appointments.dueAt, soon)));
  const {
    counts: [counts],
    newest: [newest],
  } = await named(db, {
    counts: db.select({ due: dueCount(sql`${id}`, now), overdue, newMessages, callsDue }).from(sql`(select 1)`),
    newest: db
      .select({ number: table.number, createdAt: table.createdAt })
      .from(table)
      .where(eq(table.number, sql`(select max(number) from applications)`)),
  });
  return {
    ...(counts ?? { due: 0, overdue: 0, newMessages: 0, callsDue: 0 }),
    newest: newest?.number ?? 0,
    newestAt: newest?.createdAt.getTime() ?? 0,
  };
}

type Cases = Awaited<ReturnType<typeof ownCases>>;
type Answers = Awaited<ReturnType<typeof answersToMyCases>>;
type Messages = Awaited<ReturnType<typeof ownMessages>>;

interface Item extends Place {
  id: string;
  name: string;
  language: Language;
  /** Null while we may not call. */
  phone: string | null;
  scoresForecast: number | null;
  approvalRank: number;
}

/** Everything, ordered by time. */
function dayOf(cases: Cases, answers: Answers, messages: Messages, now: Date): Item[] {
  const items: Item[] = cases.map((found) => {
    const { id, fullName, language, scoresForecast, approvalRank, callId, callStartsAt, callDueAt } = found;
    const last = answers.findLast(({ applicationId }) => applicationId === id);
    const facts: OwnCase = {
      ...found,
      contactStoppedAt: null,
      appointment: callId ? { startsAt: callStartsAt, dueAt: callDueAt } : null,
      answer:
        last?.decidedAt && last.state !== "asked"
          ? { recipientName: last.recipientName, state: last.state, at: last.decidedAt }
          : null,
    };
    const phone = mayCall({ ...found, contactStoppedAt: null }, now).allowed ? found.phone : null;
    return { id, name: fullName, language, phone, scoresForecast, approvalRank, ...placeOf(facts, now) };
  });
  const replies = messages.map(
    ({ id, name, language, createdAt }): Item => ({
      id,
      name,
      language,
      phone: null,
      scoresForecast: null,
      approvalRank: LAST_APPROVAL_RANK,
      section: "replies",
      what: "Answer the message",
      at: createdAt,
      when: shortTime(createdAt),
      isLate: false,
      why: "They wrote to us",
    }),
  );
  return [...items, ...replies].sort((a, b) => a.at.getTime() - b.at.getTime());
}

const callColumns = {
  // D1 loses one of two columns with the same name in a batch, so they need aliases.
  callId: sql<string | null>`${appointments.id}`.as("callId"),
  callStartsAt: sql<Date | null>`${appointments.startsAt}`.mapWith(appointments.startsAt).as("callStartsAt"),
  callDueAt: sql<Date>`${appointments.dueAt}`.mapWith(appointments.dueAt).as("callDueAt"),
};
const openCallOf = and(eq(appointments.applicationId, table.id), isOpenCall);

/** The member's open cases: those without a plan first, then by time of the plan. */
function ownCases(db: Database, { id }: Member) {
  return db
    .select({
      id: table.id,
      fullName: table.fullName,
      language: table.language,
      phone: table.phone,
      zip: table.zip,
      consentTexts: table.consentTexts,
      contactResumedAt: table.contactResumedAt,
      scoresForecast: table.scoresForecast,
      status: table.status,
      dueAt: table.dueAt,
      firstContactAt: table.firstContactAt,
      nextKind: table.nextKind,
      nextNote: table.nextNote,
      nextAt: table.nextAt,
      approvalRank: table.approvalRank,
      triedAt,
      ...callColumns,
    })
    .from(table)
    .leftJoin(appointments, openCallOf)
    .where(and(eq(table.ownerId, id), isOpenForContact))
    .orderBy(table.nextAt)
    .limit(MOST_CASES);
}

/** Applicants' answers that the member has not acted on. */
function answersToMyCases(db: Database, { id }: Member) {
  const own = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.ownerId, id), isOpenForContact))
    .orderBy(table.nextAt)
    .limit(MOST_CASES);
  return db
    .select({
      applicationId: permissions.applicationId,
      recipientName: permissions.recipientName,
      state: permissions.state,
      decidedAt: permissions.decidedAt,
    })
    .from(permissions)
    .where(and(isOneOf(permissions.applicationId, own), isNotNull(permissions.decidedAt), isNewAnswer(sql`${id}`)))
    .orderBy(asc(permissions.decidedAt));
}

/** Messages that the member has claimed and not answered. */
function ownMessages(db: Database, { id }: Member) {
  return db
    .select({
      id: contactMessages.id,
      name: contactMessages.name,
      language: contactMessages.language,
      createdAt: contactMessages.createdAt,
    })
    .from(contactMessages)
    .where(isToAnswer(sql`${id}`))
    .limit(MOST_MESSAGES);
}

/** The first applications of the queue that nobody owns, without those that are stopped. */
function freeCases(db: Database, isByApproval: boolean) {
  const candidates: SQL[] = stages.waiting.map((status) =>
    isByApproval
      ? sql`select * from (select id from (select id, ownerId, status, queueAt from applications where status = ${status} and outcome is null
          order by approvalRank, dueAt, number limit ${MOST_LOOKED_AT}) where ${isFree} limit ${MOST_FREE})`
      : sql`select * from (select id from applications where ${isFree} and status = ${status}
          order by queueAt, queueRank, id limit ${MOST_FREE})`,
  );
  const order = isByApproval
    ? sql`${table.approvalRank}, ${table.dueAt}, ${table.number}`
    : sql`${table.queueAt}, ${table.queueRank}, ${table.id}`;
  return db
    .select({
      id: table.id,
      fullName: table.fullName,
      status: table.status,
      city: table.city,
      language: table.language,
      purchaseTimeline: table.purchaseTimeline,
      scoresForecast: table.scoresForecast,
      createdAt: table.createdAt,
      dueAt: table.dueAt,
      firstContactAt: table.firstContactAt,
      nextKind: table.nextKind,
      nextAt: table.nextAt,
      promisedSince: sql`ifnull(${table.contactResumedAt}, ${table.createdAt})`
        .mapWith(table.createdAt)
        .as("promisedSince"),
      zip: table.zip,
      triedAt,
      ...callColumns,
    })
    .from(table)
    .leftJoin(appointments, openCallOf)
    .where(sql`${table.id} in (${sql.join(candidates, sql` union all `)})`)
    .orderBy(order)
    .limit(MOST_FREE);
}
