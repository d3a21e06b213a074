import { and, asc, eq, inArray, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { stages } from "../../db/model/case/status.ts";
import { LAST_APPROVAL_RANK } from "../../db/model/introductions/routing.ts";
import { DUE_SECTIONS, type OwnCase, type Place, placeOf } from "../../db/model/queue/my-day.ts";
import { NO_PROMISE } from "../../db/model/queue/queue.ts";
import {
  appointments,
  caseEvents,
  contactMessages,
  dealers,
  lenders,
  permissions,
  referrals,
  applications as table,
} from "../../db/schema.ts";
import { isOpenCall } from "../calls/appointment.ts";
import { wantedCall } from "../case/read.ts";
import type { Member } from "../staff/session.ts";
import { overdueStatements, sumOf } from "./overdue.ts";

/** The most cases read for a member's day, from indexes. */

const MOST_CASES = 300;
const MOST_MESSAGES = 50;
const MOST_FREE = 10;
/** Of those whose approval is likeliest, so many are searched for free ones. */
const MOST_LOOKED_AT = 500;

const isOpenForContact = sql`outcome is null and contactStoppedAt is null`;

/** The member's day, and the first cases that nobody owns: by time, or the likeliest approval first. */
export async function readMyDay(db: Database, member: Member, { now = new Date(), isByApproval = false } = {}) {
  const free = freeCases(db, isByApproval);
  const [cases, answers, messages, untold, told, unclaimed] = await db.batch([...dayStatements(db, member, now), free]);
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
    overdue: sumOf(untold, told),
  };
}

/** How much the member has to do now, and how many applications of anybody are overdue. */
export async function countMyDay(db: Database, member: Member, now = new Date()) {
  const [cases, answers, messages, untold, told] = await db.batch(dayStatements(db, member, now));
  const day = dayOf(cases, answers, messages, now);
  return { due: day.filter(({ section }) => section !== "later").length, overdue: sumOf(untold, told) };
}

function dayStatements(db: Database, member: Member, now: Date) {
  return [
    ownCases(db, member),
    answersToMyCases(db, member),
    ownMessages(db, member),
    ...overdueStatements(db, now),
  ] as const;
}

type Cases = Awaited<ReturnType<typeof ownCases>>;
type Answers = Awaited<ReturnType<typeof answersToMyCases>>;
type Messages = Awaited<ReturnType<typeof ownMessages>>;

interface Item extends Place {
  id: string;
  name: string;
  approvalRank: number;
}

/** Everything, ordered by time. */
function dayOf(cases: Cases, answers: Answers, messages: Messages, now: Date): Item[] {
  const items: Item[] = cases.map(({ id, fullName, approvalRank, callId, callStartsAt, callDueAt, ...found }) => {
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
    return { id, name: fullName, approvalRank, ...placeOf(facts, now) };
  });
  const replies = messages.map(
    ({ id, name, createdAt }): Item => ({
      id,
      name,
      approvalRank: LAST_APPROVAL_RANK,
      section: "replies",
      what: "Answer the message",
      at: createdAt,
      callTime: null,
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
      zip: table.zip,
      status: table.status,
      dueAt: table.dueAt,
      firstContactAt: table.firstContactAt,
      nextKind: table.nextKind,
      nextNote: table.nextNote,
      nextAt: table.nextAt,
      approvalRank: table.approvalRank,
      ...callColumns,
    })
    .from(table)
    .leftJoin(appointments, openCallOf)
    .where(and(eq(table.ownerId, id), isOpenForContact))
    .orderBy(table.nextAt)
    .limit(MOST_CASES);
}

/** Applicants' answers since the member last worked on the case. Leaves out a used yes and changed recipients. */
function answersToMyCases(db: Database, { id }: Member) {
  const own = db
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.ownerId, id), isOpenForContact))
    .orderBy(table.nextAt)
    .limit(MOST_CASES);
  const lastDone = sql`ifnull((select max(${caseEvents.at}) from ${caseEvents} where ${caseEvents.applicationId} =
    ${permissions.applicationId} and ${caseEvents.userId} = ${id} and ${caseEvents.event} ->> '$.kind' <> 'permissionGiven'), 0)`;
  const wasSent = sql`exists (select 1 from ${referrals} where ${referrals.permissionId} = ${permissions.id}
    and ${referrals.permittedAt} = ${permissions.decidedAt})`;
  const isInDirectory = sql.join(
    [lenders, dealers].map(
      (directory) => sql`exists (select 1 from ${directory} where ${directory.id} = ${permissions.recipientId}
        and ${directory.name} = ${permissions.recipientName} and ${directory.isActive} = 1)`,
    ),
    sql` or `,
  );
  return db
    .select({
      applicationId: permissions.applicationId,
      recipientName: permissions.recipientName,
      state: permissions.state,
      decidedAt: permissions.decidedAt,
    })
    .from(permissions)
    .where(
      and(
        inArray(permissions.applicationId, own),
        isNotNull(permissions.decidedAt),
        sql`(${permissions.state} <> 'yes' or (not ${wasSent} and (${isInDirectory})))`,
        sql`${permissions.decidedAt} > ${lastDone}`,
      ),
    )
    .orderBy(asc(permissions.decidedAt));
}

/** Messages that the member has claimed and not answered. */
function ownMessages(db: Database, { id }: Member) {
  return db
    .select({ id: contactMessages.id, name: contactMessages.name, createdAt: contactMessages.createdAt })
    .from(contactMessages)
    .where(
      and(
        eq(contactMessages.ownerId, id),
        inArray(contactMessages.status, ["new", "in_progress"]),
        sql`${contactMessages.contactStoppedAt} is null`,
      ),
    )
    .limit(MOST_MESSAGES);
}

/** The first applications of the queue that nobody owns, without those that are stopped. */
function freeCases(db: Database, isByApproval: boolean) {
  const isFree = sql`ownerId is null and dueAt < ${NO_PROMISE.getTime()}`;
  const candidates: SQL[] = stages.waiting.map((status) =>
    isByApproval
      ? sql`select * from (select id from (select id, ownerId, dueAt from applications where status = ${status} and outcome is null
          order by approvalRank, dueAt, number limit ${MOST_LOOKED_AT}) where ${isFree} limit ${MOST_FREE})`
      : sql`select * from (select id from applications where ${isFree} and status = ${status}
          order by dueAt, queueRank, id limit ${MOST_FREE})`,
  );
  const order = isByApproval
    ? sql`${table.approvalRank}, ${table.dueAt}, ${table.number}`
    : sql`${table.dueAt}, ${table.queueRank}, ${table.id}`;
  return db
    .select({
      id: table.id,
      fullName: table.fullName,
      status: table.status,
      city: table.city,
      language: table.language,
      purchaseTimeline: table.purchaseTimeline,
      promisedSince: sql`ifnull(${table.contactResumedAt}, ${table.createdAt})`
        .mapWith(table.createdAt)
        .as("promisedSince"),
      zip: table.zip,
      ...callColumns,
    })
    .from(table)
    .leftJoin(appointments, openCallOf)
    .where(sql`${table.id} in (${sql.join(candidates, sql` union all `)})`)
    .orderBy(order)
    .limit(MOST_FREE);
}
