import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { isClosed, type Status } from "../../db/model/case/status.ts";
import { senderOf } from "../../db/model/contact/person.ts";
import type { Metro } from "../../db/model/directory/metro.ts";
import { type Band, scoresIn } from "../../db/model/forecast/meaning.ts";
import { numberInSpokenReference, spokenReference } from "../../db/model/form/spoken-reference.ts";
import { nameWords } from "../../db/model/queue/queue.ts";
import type { Language } from "../../db/model/words.ts";
import { appointments, applications as table, users } from "../../db/schema.ts";
import { isOpenCall, wantedCall } from "../calls/appointment.ts";
import { cursorOf, pageOf, placeOf, whole } from "../http/cursor.ts";
import { isOwner } from "../staff/member.ts";
import { isOverdue, triedAt } from "./due.ts";

/** The size of a page of the queue. */

const PAGE_SIZE = 50;
/** Without an index, only so many applications or calls are searched for one page. */
export const MOST_LOOKED_AT = 5000;
const MOST_IN_UNION = 5;
/** By what it is ordered: what a search finds, calls, expected approval, and when a case is due. */
const orders = {
  found: z.object({ number: whole }),
  calls: z.object({ callDueAt: whole, callId: z.string() }),
  approval: z.object({ approvalRank: whole, dueAt: whole, number: whole }),
  due: z.object({ queueAt: whole, queueRank: whole, id: z.string() }),
};
/** The least that a search needs: the beginning of a name. */
export const SEARCH_CHARACTERS = 2;

export interface QueueFilter {
  /** Only applications with a booked call, whatever their status, the next call first. */
  isCalls?: boolean;
  /** The likeliest approval first, among open applications (db/model/introductions/routing.ts). */
  isByApproval?: boolean;
  statuses: readonly Status[];
  /** A member's id; null for nobody, undefined for anybody. */
  ownerId?: string | null;
  language?: Language;
  /** Null for outside Texas, undefined for anywhere. */
  metro?: Metro | null;
  /** The start of the city's name, folded (db/model/queue/queue.ts). */
  city?: string;
  /** Of the forecast. */
  band?: Band;
  /** Only overdue ones (worker/queue/due.ts). */
  isOverdue?: boolean;
  /** Beginnings of a name's words, or a whole phone number, e-mail, id or spoken reference. If set, all other filters are ignored. */
  q?: string;
  /** Where the page before ended. */
  cursor?: string;
}

/** One page of the queue, for the desk. */
export async function readQueue(db: Database, filter: QueueFilter) {
  const rows = await queuePage(db, filter);
  const order = orderOf(filter);
  const { shown, next } = pageOf(rows, PAGE_SIZE, order);
  const [lookedTo] = next !== null || !isLookedFor(filter) ? [] : await lastLookedAt(db, filter);
  return {
    applications: shown.map(
      ({ number, approvalRank, queueAt, zip, callId, callStartsAt, callDueAt, ...application }) => ({
        ...application,
        spokenReference: spokenReference(number),
        appointment: callId ? wantedCall({ startsAt: callStartsAt, dueAt: callDueAt }, zip) : null,
      }),
    ),
    next: lookedTo ? cursorOf(order, lookedTo) : next,
    /** How many we searched, if the page is not full but more may match; otherwise null. */
    lookedAt: lookedTo ? MOST_LOOKED_AT : null,
    /** Nothing was found, and the search looks like a spoken reference with a typing error. */
    isMisread: rows.length === 0 && numberInSpokenReference(filter.q ?? "") === "misread",
  };
}

/**
 * A page of the queue plus one row. Sorted by when they are due (`queueTimeOf`), or by expected approval if asked; a search by
 * newest, calls by time. Filters with an index read no extra rows; others search the first MOST_LOOKED_AT.
 */
export function queuePage(db: Database, filter: QueueFilter) {
  const { isCalls, q, cursor } = filter;
  const query = rowsOf(db);
  if (q) {
    const before = placeOf(orders.found, cursor, { number: Number.MAX_SAFE_INTEGER }).number;
    return query
      .where(sql`${table.number} in (${found(q, before)})`)
      .orderBy(desc(table.number))
      .limit(PAGE_SIZE + 1);
  }
  const { others } = conditionsOf(filter);
  const fits = others.length > 0 ? sql`where ${sql.join(others, sql` and `)}` : sql``;
  const looked = inOrder(filter, others.length > 0 ? MOST_LOOKED_AT : PAGE_SIZE + 1);
  // Applications are read in order, so the first matches are the first of the page.
  if (isCalls) {
    return query
      .where(
        sql`${table.id} in (select applicationId from (${looked}) looked
          cross join applications on applications.id = applicationId ${fits} limit ${PAGE_SIZE + 1})`,
      )
      .orderBy(appointments.dueAt, appointments.id);
  }
  return query
    .where(sql`${table.number} in (select number from (${looked}) applications ${fits} limit ${PAGE_SIZE + 1})`)
    .orderBy(...rowOrder(filter))
    .limit(PAGE_SIZE + 1);
}

function rowOrder(filter: QueueFilter) {
  if (isApprovalFirst(filter)) return [table.approvalRank, table.dueAt, table.number];
  return [table.queueAt, table.queueRank, table.id];
}

/** The columns that the queue shows. */
function rowsOf(db: Database) {
  return db
    .select({
      number: table.number,
      id: table.id,
      fullName: table.fullName,
      language: table.language,
      city: table.city,
      createdAt: table.createdAt,
      dueAt: table.dueAt,
      queueAt: table.queueAt,
      queueRank: table.queueRank,
      approvalRank: table.approvalRank,
      purchaseTimeline: table.purchaseTimeline,
      downPaymentAvailable: table.downPaymentAvailable,
      scoresForecast: table.scoresForecast,
      flags: table.flagsJson,
      status: table.status,
      owner: users.username,
      contactStoppedAt: table.contactStoppedAt,
      promisedSince: sql`ifnull(${table.contactResumedAt}, ${table.createdAt})`.mapWith(table.createdAt),
      firstContactAt: table.firstContactAt,
      nextKind: table.nextKind,
      nextNote: table.nextNote,
      nextAt: table.nextAt,
      triedAt,
      zip: table.zip,
      // D1 loses one of two columns with the same name in a batch or a count, so they need aliases.
      callId: sql<string | null>`${appointments.id}`.as("callId"),
      callStartsAt: appointments.startsAt,
      callDueAt: sql<Date>`${appointments.dueAt}`.mapWith(appointments.dueAt).as("callDueAt"),
    })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId))
    .leftJoin(appointments, and(eq(appointments.applicationId, table.id), isOpenCall));
}

/** The last place that was searched for a page; empty if all were searched. */
function lastLookedAt(db: Database, filter: QueueFilter) {
  const looked = inOrder(filter, MOST_LOOKED_AT);
  return db.all<object>(sql`select ${columnsIn(filter)} from (${looked}) limit 1 offset ${MOST_LOOKED_AT - 1}`);
}

function isLookedFor(filter: QueueFilter) {
  return filter.q === undefined && conditionsOf(filter).others.length > 0;
}

/** The first applications or calls after the cursor, in the order of an index. */
function inOrder(filter: QueueFilter, most: number) {
  const { isCalls, statuses, cursor } = filter;
  const { indexed } = conditionsOf(filter);
  if (isCalls) {
    const after = placeOf(orders.calls, cursor, null);
    const beyond = after ? sql`and (dueAt, id) > (${after.callDueAt}, ${after.callId})` : sql``;
    return sql`select dueAt callDueAt, id callId, applicationId from appointments
      where endedAt is null ${beyond} order by dueAt, id limit ${most}`;
  }
  const columns = sql`select number, id, dueAt, queueAt, queueRank, approvalRank, status, outcome, ownerId, metro, city, language,
    scoresForecast, firstContactAt, contactStoppedAt from applications`;
  const beyond = isApprovalFirst(filter) ? afterApproval(cursor) : afterDue(cursor);
  if (statuses.length === 0) return sql`${columns} where false`;
  const parts = statuses.map(
    (status) => sql`${columns} where ${sql.join([sql`status = ${status}`, ...indexed, beyond], sql` and `)}`,
  );
  // D1 takes five selects in a union, and six statuses are open.
  const [some, others] = [parts.slice(0, MOST_IN_UNION), parts.slice(MOST_IN_UNION)];
  return others.length === 0
    ? firstOf(some)
    : firstOf([some, others].map((each) => sql`select * from (${firstOf(each)})`));

  function firstOf(selects: (SQL | undefined)[]) {
    return sql`${sql.join(selects, sql` union all `)} order by ${columnsIn(filter)} limit ${most}`;
  }
}

/** Conditions that an index can answer in the queue's order, and those that need a search. */
function conditionsOf(filter: QueueFilter) {
  const { isCalls, ownerId, language, metro, city, band } = filter;
  const indexed: SQL[] = [];
  const others: SQL[] = [];
  const isByApproval = isApprovalFirst(filter);
  const isByTime = !isCalls && !isByApproval;
  if (isByApproval) indexed.push(sql`outcome is null`);

  if (ownerId !== undefined) (isByTime ? indexed : others).push(sql`ownerId is ${ownerId}`);
  if (metro !== undefined) others.push(sql`metro is ${metro}`);
  if (language) others.push(sql`language = ${language}`);

  if (city) others.push(sql`instr(${sqlFolded(sql`city`)}, ${city}) = 1`);
  if (band) others.push(sql`scoresForecast between ${scoresIn(band).from} and ${scoresIn(band).to}`);
  if (filter.isOverdue) {
    const now = new Date();
    if (isByTime) indexed.push(sql`queueAt <= ${now.getTime()}`);
    others.push(isOverdue(now));
  }
  return { indexed, others };
}

/** Closed applications expect no approval, so they stay in their usual order. */
function isApprovalFirst({ isByApproval, isCalls, statuses }: QueueFilter) {
  return isByApproval && !isCalls && !statuses.some(isClosed);
}

/** Folds like `folded`. SQLite's own lower() does not know accents. */
function sqlFolded(city: SQL) {
  const accents = Object.entries({ a: "áÁ", e: "éÉ", i: "íÍ", o: "óÓ", u: "úÚüÜ", n: "ñÑ" });
  return accents.reduce(
    (folded, [plain, accented]) =>
      [...accented].reduce(
        (each, letter) => sql`replace(${each}, ${sql.raw(`'${letter}'`)}, ${sql.raw(`'${plain}'`)})`,
        folded,
      ),
    sql`lower(trim(${city}))`,
  );
}

/** The numbers of the newest applications before this one that match a search. Each kind of search has its own index. */
function found(q: string, before: number) {
  const sender = senderOf(q);
  const spoken = numberInSpokenReference(q);
  const kinds = [sql`select number from applications where id = ${q.toLowerCase()} and number < ${before}`];
  // The longest word probably begins the fewest names.
  const [longest, ...others] = nameWords(q).toSorted((a, b) => b.length - a.length);
  if (longest !== undefined) {
    kinds.push(sql`select distinct number from name_words found where ${beginsWith(longest)} and number < ${before}
      and not exists (select 1 from json_each(${JSON.stringify(others)}) where not exists
        (select 1 from name_words where number = found.number and ${beginsWith(sql`value`)}))`);
  }
  if (typeof spoken === "number") {
    kinds.push(sql`select number from applications where number = ${spoken} and number < ${before}`);
  }
  if (sender) {
    // Whoever asked us to stop is found by name and id only: no search may lead to the number or address.
    const column = sql.raw(sender.includes("@") ? "emailFolded" : "phoneDigits");
    kinds.push(
      sql`select number from applications where ${column} = ${sender} and contactStoppedAt is null and number < ${before}`,
    );
  }
  const newest = kinds.map((kind) => sql`select * from (${kind} order by number desc limit ${PAGE_SIZE + 1})`);
  return sql.join(newest, sql` union all `);
}

/** The condition that a word begins with this, for an index to answer. */
function beginsWith(beginning: string | SQL) {
  return sql`word >= ${beginning} and word < ${beginning} || char(${0x10ffff})`;
}

function orderOf(filter: QueueFilter) {
  if (filter.q !== undefined) return orders.found;
  if (filter.isCalls) return orders.calls;
  return isApprovalFirst(filter) ? orders.approval : orders.due;
}

function columnsIn(filter: QueueFilter) {
  return sql.raw(Object.keys(orderOf(filter).shape).join());
}

function afterApproval(cursor: string | undefined) {
  const after = placeOf(orders.approval, cursor, null);
  return after
    ? sql`(approvalRank, dueAt, number) > (${after.approvalRank}, ${after.dueAt}, ${after.number})`
    : sql`true`;
}

function afterDue(cursor: string | undefined) {
  const after = placeOf(orders.due, cursor, null);
  return after ? sql`(queueAt, queueRank, id) > (${after.queueAt}, ${after.queueRank}, ${after.id})` : sql`true`;
}
