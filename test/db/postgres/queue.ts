import * as z from "zod/mini";
import { TRIES } from "../../../db/model/calls/call-outcome.ts";
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
  due: z.object({ queueAt: whole, queueRank: whole, id: z.string() }),
};

/** A page of the queue plus one row, as `queuePage` of the Worker reads it from D1. */
export async function queuePage(sql: Pool, filter: QueueFilter) {
  const { others } = conditionsOf(sql, filter);
  const order = orderOf(sql, filter);
  const looked = lookedAt(sql, filter, others.length > 0 ? MOST_LOOKED_AT : PAGE_SIZE + 1);
  const rows = await sql`
    select applications.*, username as owner, calls.id as "callId", calls.startsAt as "callStartsAt", calls.dueAt as "callDueAt",
      case when status in ('submitted', 'in_review') and nextAt is not null then (
        select max(at) from case_events where applicationId = applications.id and event::json ->> 'kind' = 'call'
          and event::json ->> 'outcome' in ${sql([...TRIES])} and not exists (select 1 from case_events undone
            where undone.applicationId = applications.id and undone.event::json ->> 'kind' = 'callUndone'
              and undone.event::json ->> 'call' = case_events.id::text)) end as "triedAt"
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
      triedAt: row.triedAt === null ? null : new Date(Number(row.triedAt)),
    };
  });
}

function allOf(sql: Pool, conditions: Fragment[]) {
  return conditions.reduce((all, each) => sql`${all} and ${each}`, sql`true`);
}

/** The first applications after the cursor, in the order of an index: those of each status, then the first of all. */
function lookedAt(sql: Pool, filter: QueueFilter, most: number): Fragment {
  const { isCalls, statuses, cursor } = filter;
  if (isCalls) {
    const after = placeOf(places.calls, cursor, null);
    const beyond = after ? sql`and (calls.dueAt, calls.id) > (${after.callDueAt}, ${after.callId})` : sql``;
    return sql`select applications.*, calls.dueAt as callDueAt, calls.id as callId from appointments calls
      join applications on applications.id = applicationId where endedAt is null ${beyond}
      order by calls.dueAt, calls.id limit ${most}`;
  }
  const { indexed } = conditionsOf(sql, filter);
  const first = sql`order by ${orderOf(sql, filter)} limit ${most}`;
  const parts = statuses.map((status) => {
    const these = allOf(sql, [sql`status = ${status}`, afterDue(sql, cursor), ...indexed]);
    return sql`(select * from applications where ${these} ${first})`;
  });
  if (parts.length === 0) return sql`select * from applications where false`;
  const all = parts.map((part, index) => (index === 0 ? part : sql`union all ${part}`));
  return sql`select * from (${all}) applications ${first}`;
}

function orderOf(sql: Pool, filter: QueueFilter) {
  return filter.isCalls ? sql`callDueAt, callId` : sql`applications.queueAt, applications.queueRank, applications.id`;
}

/** What an index answers in the queue's order, and what has to be looked for (worker/queue/queue.ts). */
function conditionsOf(sql: Pool, filter: QueueFilter) {
  const { isCalls, ownerId, language, metro, city, band } = filter;
  const [indexed, others]: [Fragment[], Fragment[]] = [[], []];
  const is = (column: Fragment, value: string | null) =>
    value === null ? sql`${column} is null` : sql`${column} = ${value}`;
  if (ownerId !== undefined) (isCalls ? others : indexed).push(is(sql`ownerId`, ownerId));
  if (metro !== undefined) (!isCalls && ownerId === undefined ? indexed : others).push(is(sql`metro`, metro));
  const isSpanishIndexed = !isCalls && (ownerId !== undefined || metro === undefined);
  if (language) (language === "es" && isSpanishIndexed ? indexed : others).push(sql`language = ${language}`);
  if (city) others.push(sql`starts_with(lower(translate(trim(city), ${LETTERS.from}, ${LETTERS.to})), ${city})`);
  if (band) others.push(sql`scoresForecast between ${scoresIn(band).from} and ${scoresIn(band).to}`);
  if (filter.isOverdue) {
    if (!isCalls) indexed.push(sql`queueAt <= ${Date.now()}`);
    const booked = sql`(select startsAt from appointments where applicationId = applications.id and endedAt is null)`;
    others.push(sql`outcome is null and contactStoppedAt is null and (${booked} <= ${Date.now() - HOUR_MS}
      or (firstContactAt is null and status in ('submitted', 'in_review') and applications.dueAt <= ${Date.now()}
        and ${booked} is null))`);
  }
  return { indexed, others };
}

function afterDue(sql: Pool, cursor: string | undefined) {
  const after = placeOf(places.due, cursor, null);
  return after ? sql`(queueAt, queueRank, id) > (${after.queueAt}, ${after.queueRank}, ${after.id})` : sql`true`;
}
