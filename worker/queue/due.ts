import { type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { TRIES } from "../../db/model/calls/call-outcome.ts";
import { CALL_NOTICE_MS } from "../../db/model/case/promise.ts";
import { NO_PROMISE } from "../../db/model/queue/queue.ts";
import { COUNTED_UP_TO, OVERDUE_UP_TO } from "../../db/model/site/statistics.ts";
import { openDay } from "../../db/model/time/business-hours.ts";
import { HOUR_MS } from "../../db/model/time/clock.ts";
import {
  appointments,
  contactMessages,
  dealers,
  isUncontacted,
  lenders,
  permissions,
  referrals,
  applications as table,
} from "../../db/schema.ts";

/**
 * What waits, what is overdue (db/model/case/promise.ts) and what is due for a member (`placeOf`, db/model/queue/my-day.ts)
 * in SQL: every count of them is made of these conditions. Those without a table's name are about applications.
 */

/** The most cases and messages of a member that are read, from indexes. */
export const MOST_CASES = 300;
export const MOST_MESSAGES = 50;

export const isOpenForContact = sql`outcome is null and contactStoppedAt is null`;

const isPromised = sql`status in ('submitted', 'in_review')`;
/** The plus keeps SQLite away from the index of statuses, since the index of first contacts is better. */
const isWaiting = sql`${isUncontacted} and +${isPromised}`;
/** The same by the index of statuses, which is better for counting all. */
const isAnyWaiting = sql`${isPromised} and dueAt < ${NO_PROMISE.getTime()} and firstContactAt is null`;

/** A booked hour was missed, or no first contact was made by the promised time and no booked hour is to come. */
export function isOverdue(now: Date): SQL {
  return sql`((${isOpenForContact} and ${hasHour(isOver(now))}) or (${isBroken(now)} and not ${isBooked(now)}))`;
}

/** A broken promise that is not yet reported to the firm. */
export function isUntold(now: Date) {
  return sql`overdueToldAt is null and ${isBroken(now)} and not ${isBooked(now)}`;
}

function isBroken(now: Date) {
  return sql`${isWaiting} and dueAt <= ${now.getTime()}`;
}

/** When a member last called, if nobody was reached: for applicants who wait, if the next try is planned. */
export const triedAt =
  sql`iif(${isPromised} and nextAt is not null, (select max(coalesce(event ->> '$.calledAt', at)) from case_events
  where applicationId = applications.id and event ->> '$.kind' = 'call' and event ->> '$.outcome' in (${sql.raw(
    TRIES.map((outcome) => `'${outcome}'`).join(),
  )}) and not exists (select 1 from case_events undone where undone.applicationId = applications.id
    and undone.event ->> '$.kind' = 'callUndone' and undone.event ->> '$.call' = case_events.id)), null)`
    .mapWith((at: number | null) => (at === null ? null : new Date(at)))
    .as("triedAt");

/** How many applications wait for a first contact, and how many of these are overdue. */
export function waitingCounts(now: Date) {
  const isUnbooked = sql`${isBroken(now)} and not ${hasHour(sql`${appointments.startsAt} is not null`)}`;
  const missed = sql`select applicationId from appointments where endedAt is null and ${isOver(now)} limit ${OVERDUE_UP_TO}`;
  return {
    waiting: upTo("waiting", COUNTED_UP_TO, table, isAnyWaiting),
    // In parts, which find all by an index.
    overdue: upTo(
      "overdue",
      OVERDUE_UP_TO,
      table,
      sql`overdueToldAt is null and ${isUnbooked}`,
      sql`overdueToldAt > 0 and ${isUnbooked}`,
      sql`${isOpenForContact} and applications.id in (${missed})`,
    ),
  };
}

/** The cases that wait, that nobody owns and that are not stopped. */
export const isFree = sql`ownerId is null and ${isPromised} and queueAt < ${NO_PROMISE.getTime()}`;

/** How much is due for this member, an id or a column that has it: cases, and messages to answer. */
export function dueCount(ownerId: SQL, now: Date) {
  const cases = sql`select id, ownerId, status, outcome, dueAt, firstContactAt, contactStoppedAt, nextKind, nextAt
    from applications where ownerId = ${ownerId} and ${isOpenForContact} order by nextAt limit ${MOST_CASES}`;
  const messages = sql`select 1 from ${contactMessages} where ${isToAnswer(ownerId)} limit ${MOST_MESSAGES}`;
  return sql<number>`((select count(*) from (${cases}) applications where ${isDue(now)})
    + (select count(*) from (${messages})))`.as("due");
}

/** Whether an open case without a stop is due for its owner. */
function isDue(now: Date) {
  const at = now.getTime();
  const isCalled = sql`exists (select 1 from ${appointments} where ${appointments.applicationId} = applications.id
    and ${appointments.endedAt} is null and ${appointments.dueAt} <= ${at + CALL_NOTICE_MS})`;
  const isPlanned = sql`ifnull(nextKind <> 'answer' and nextAt > ${at} and (nextAt <= dueAt or dueAt <= ${at}), 0)`;
  const isPromiseDue = sql`${isWaiting} and dueAt <= ${openDay(now).closes.getTime()} and not ${isPlanned}`;
  const isNext = sql`iif(nextKind is not null and nextAt is not null, nextAt <= ${at} or nextKind = 'answer',
    not ${isBooked(now)} and (dueAt <= ${at} or not (${isPromised})))`;
  const isAnswered = sql`exists (select 1 from ${permissions} where ${permissions.applicationId} = applications.id
    and ${isNewAnswer(sql`applications.ownerId`)})`;
  return sql`(${isCalled} or (${isPromiseDue} and not ${isBooked(now)}) or ${isNext} or ${isAnswered})`;
}

function isBooked(now: Date) {
  return hasHour(sql`not ${isOver(now)}`);
}

/** Whether the open call is at an hour for which this holds. */
function hasHour(which: SQL) {
  return sql`exists (select 1 from ${appointments} where ${appointments.applicationId} = applications.id
    and ${appointments.endedAt} is null and ${which})`;
}

function isOver(now: Date) {
  return sql`${appointments.startsAt} <= ${now.getTime() - HOUR_MS}`;
}

/**
 * A permission that the applicant answered since this member last worked on the case; a yes that is not used, since they last
 * planned a next action. Leaves out changed recipients.
 */
export function isNewAnswer(memberId: SQL) {
  const lastDone = sql`ifnull((select max(at) from case_events where applicationId = ${permissions.applicationId}
    and userId = ${memberId} and (${permissions.state} <> 'yes' or event ->> '$.kind' = 'nextAction')), 0)`;
  const wasSent = sql`exists (select 1 from ${referrals} where ${referrals.permissionId} = ${permissions.id}
    and ${referrals.permittedAt} = ${permissions.decidedAt})`;
  const isInDirectory = sql.join(
    [lenders, dealers].map(
      (directory) => sql`exists (select 1 from ${directory} where ${directory.id} = ${permissions.recipientId}
        and ${directory.name} = ${permissions.recipientName} and ${directory.isActive} = 1)`,
    ),
    sql` or `,
  );
  // What the case's events tell comes last, since it reads them all.
  return sql`(${permissions.state} <> 'yes' or (not ${wasSent} and (${isInDirectory}))) and ${permissions.decidedAt} > ${lastDone}`;
}

/** A message that this member has claimed and not answered. */
export function isToAnswer(ownerId: SQL) {
  const { status, contactStoppedAt } = contactMessages;
  return sql`${contactMessages.ownerId} = ${ownerId} and ${status} in ('new', 'in_progress') and ${contactStoppedAt} is null`;
}

/**
 * Counts rows that fit one of these conditions, up to a number beyond which an exact count helps nobody. No row fits two of
 * them.
 */
export function upTo(name: string, most: number, rows: SQLiteTable | SQL, ...conditions: (SQL | undefined)[]) {
  const parts = conditions.map((condition) => sql`select 1 from ${rows} where ${condition}`);
  // In a batch, columns without a name of their own are told apart by their SQL alone.
  return sql<number>`(select count(*) from (${sql.join(parts, sql` union all `)} limit ${most}))`.as(name);
}
