import * as z from "zod/mini";
import { type Status, stages } from "../../../db/model/case/status.ts";
import { scoresIn } from "../../../db/model/forecast/meaning.ts";
import { HOUR_MS } from "../../../db/model/time/clock.ts";
import { applications, appointments } from "../../../db/schema.ts";
import { placeOf, whole } from "../../../worker/http/cursor.ts";
import { MOST_LOOKED_AT, type QueueFilter } from "../../../worker/queue/queue.ts";
import type { Fragment, Pool } from "./connect.ts";
import { decoded } from "./store.ts";

/** The second store's queue: the pages of worker/queue/queue.ts, apart from searches. */

const PAGE_SIZE = 50;
const LETTERS = { from: "áÁéÉíÍóÓúÚüÜñÑ", to: "aaeeiioouuuunn" };
const places = {
  calls: z.object({ callDueAt: whole, callId: z.string() }),
  next: z.object({ nextAt: z.nullable(whole), number: whole }),
  promise: z.object({ dueAt: whole, queueRank: whole, id: z.string() }),
};

/** A page of the queue plus one row, as `queuePage` of the Worker reads it from D1. */
export async function queuePage(sql: Pool, filter: QueueFilter) {
  const { others } = conditionsOf(sql, filter);
  const order = orderOf(sql, filter);
  const looked = lookedAt(sql, filter, others.length > 0 ? MOST_LOOKED_AT : PAGE_SIZE + 1);
  const rows = await sql`
    select applications.*, username as owner, calls.id as "callId", calls.startsAt as "callStartsAt", calls.dueAt as "callDueAt"
    from (select * from (${looked}) applications where ${allOf(sql, others)} order by ${order} limit ${PAGE_SIZE + 1}) applications
    left join users on users.id = ownerId and deactivatedAt is null
    left join appointments calls on calls.applicationId = applications.id and calls.endedAt is null
    order by ${filter.isCalls ? sql`calls.dueAt, calls.id` : order}`;
  return rows.map((row) => {
    const { flagsJson, contactResumedAt, ...application } = decoded(applications, row);
    const call = decoded(appointments, { startsAt: row.callStartsAt, dueAt: row.callDueAt });
    return {
      ...application,
      flags: flagsJson,
      owner: row.owner as string | null,
      promisedSince: contactResumedAt ?? application.createdAt,
      callId: row.callId as string | null,
      callStartsAt: call.startsAt,
      callDueAt: call.dueAt,
    };
  });
}

function allOf(sql: Pool, conditions: Fragment[]) {
  return conditions.reduce((all, each) => sql`${all} and ${each}`, sql`true`);
}

/** The first applications after the cursor, in the order of an index: those of each status, then the first of all. */
function lookedAt(sql: Pool, filter: QueueFilter, most: number): Fragment {
  const { isCalls, statuses, ownerId, cursor } = filter;
  if (isCalls) {
    const after = placeOf(places.calls, cursor, null);
    const beyond = after ? sql`and (calls.dueAt, calls.id) > (${after.callDueAt}, ${after.callId})` : sql``;
    return sql`select applications.*, calls.dueAt as callDueAt, calls.id as callId from appointments calls
      join applications on applications.id = applicationId where endedAt is null ${beyond}
      order by calls.dueAt, calls.id limit ${most}`;
  }
  const isNext = isNextFirst(filter);
  const { indexed } = conditionsOf(sql, filter);
  const first = sql`order by ${orderOf(sql, filter)} limit ${most}`;
  const byStatus = isNext && ownerId ? [sql`true`] : statuses.map((status) => sql`status = ${status}`);
  const parts = byStatus.flatMap((status) =>
    (isNext ? afterNext(sql, cursor) : [afterPromise(sql, cursor)]).map(
      (beyond) => sql`(select * from applications where ${allOf(sql, [status, beyond, ...indexed])} ${first})`,
    ),
  );
  if (parts.length === 0) return sql`select * from applications where false`;
  const all = parts.map((part, index) => (index === 0 ? part : sql`union all ${part}`));
  return sql`select * from (${all}) applications ${first}`;
}

function orderOf(sql: Pool, filter: QueueFilter) {
  if (filter.isCalls) return sql`callDueAt, callId`;
  return isNextFirst(filter)
    ? sql`applications.nextAt nulls first, applications.number`
    : sql`applications.dueAt, applications.queueRank, applications.id`;
}

/** What an index answers in the queue's order, and what has to be looked for (worker/queue/queue.ts). */
function conditionsOf(sql: Pool, filter: QueueFilter) {
  const { isCalls, statuses, ownerId, language, metro, city, band } = filter;
  const [indexed, others]: [Fragment[], Fragment[]] = [[], []];
  const isNext = isNextFirst(filter);
  const isByPromise = !isCalls && !isNext;
  const is = (column: Fragment, value: string | null) =>
    value === null ? sql`${column} is null` : sql`${column} = ${value}`;
  if (isNext) indexed.push(sql`outcome is null`);
  if (isNext && ownerId) others.push(sql`status in ${sql(statuses)}`);
  if (ownerId !== undefined)
    (isByPromise || (isNext && ownerId !== null) ? indexed : others).push(is(sql`ownerId`, ownerId));
  if (metro !== undefined) (isByPromise && ownerId === undefined ? indexed : others).push(is(sql`metro`, metro));
  const isSpanishIndexed = isByPromise && (ownerId !== undefined || metro === undefined);
  if (language) (language === "es" && isSpanishIndexed ? indexed : others).push(sql`language = ${language}`);
  if (city) others.push(sql`starts_with(lower(translate(trim(city), ${LETTERS.from}, ${LETTERS.to})), ${city})`);
  if (band) others.push(sql`scoresForecast between ${scoresIn(band).from} and ${scoresIn(band).to}`);
  if (filter.isOverdue) {
    if (isByPromise) indexed.push(sql`dueAt < ${Date.now()}`);
    others.push(sql`firstContactAt is null and outcome is null and contactStoppedAt is null and status in ('submitted', 'in_review')
      and applications.dueAt < ${Date.now()} and not exists (select 1 from appointments where applicationId = applications.id
        and endedAt is null and startsAt > ${Date.now() - HOUR_MS})`);
  }
  return { indexed, others };
}

function isNextFirst({ isCalls, statuses }: QueueFilter) {
  const isWorking = (status: Status) => (stages.working as readonly Status[]).includes(status);
  return !isCalls && statuses.length > 0 && statuses.every(isWorking);
}

function afterPromise(sql: Pool, cursor: string | undefined) {
  const after = placeOf(places.promise, cursor, null);
  return after ? sql`(dueAt, queueRank, id) > (${after.dueAt}, ${after.queueRank}, ${after.id})` : sql`true`;
}

function afterNext(sql: Pool, cursor: string | undefined) {
  const after = placeOf(places.next, cursor, null);
  if (!after) return [sql`true`];
  const { nextAt, number } = after;
  if (nextAt !== null) return [sql`(nextAt, number) > (${nextAt}, ${number})`];
  return [sql`nextAt is null and number > ${number}`, sql`nextAt is not null`];
}
