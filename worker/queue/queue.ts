import { and, count, desc, eq, gt, lte, type SQL, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import { type Status, stages } from "../../db/model/case/status.ts";
import type { Metro } from "../../db/model/directory/metro.ts";
import { type Band, scoresIn } from "../../db/model/forecast/meaning.ts";
import { numberInSpokenReference, spokenReference } from "../../db/model/form/spoken-reference.ts";
import { CALL_NOTICE_MS } from "../../db/model/queue/my-day.ts";
import type { Language } from "../../db/model/words.ts";
import { appointments, isInSpanish, applications as table, users } from "../../db/schema.ts";
import { isOpenCall } from "../calls/appointment.ts";
import { wantedCall } from "../case/read.ts";
import { phrase } from "../phrase.ts";
import { isOwner } from "../staff/member.ts";
import { isOverdue } from "./overdue.ts";

/** The queue: which applications are shown, in which order, page by page. */

const PAGE_SIZE = 50;
/** What no index finds is looked for among so many applications, or calls, for one page. */
export const MOST_LOOKED_AT = 5000;
const MOST_ARRIVALS = 1000;
const MOST_CALLS = 100;
/** The trigram index knows substrings from this length on. */
export const SEARCH_CHARACTERS = 3;

/** What part of the queue is asked for. */
export interface QueueFilter {
  /** Only those who asked for a call, the one that is due first in front; of any status. */
  isCalls?: boolean;
  statuses: readonly Status[];
  /** A member's id, null for nobody, undefined for anybody. */
  ownerId?: string | null;
  language?: Language;
  /** Null for outside Texas, undefined for anywhere. */
  metro?: Metro | null;
  /** How the city begins, folded (db/model/queue/queue.ts). */
  city?: string;
  /** Of the forecast. */
  band?: Band;
  /** Only those that are overdue (worker/queue/overdue.ts). */
  isOverdue?: boolean;
  /** Part of a name, phone number, e-mail or application number, or a spoken reference; then everything else is left out of account. */
  q?: string;
  /** Where the page before this one ended. */
  cursor?: string;
}

/** How many applications came in since a time, when the newest did, and how many booked calls are due within the hour. */
export async function readArrivals(db: Database, since: Date) {
  const {
    counted: [counted],
    newest: [newest],
    calls: [calls],
  } = await named(db, {
    counted: db.select({ count: count() }).from(arrived(db, since)),
    newest: db.select({ createdAt: table.createdAt }).from(table).orderBy(desc(table.createdAt), table.id).limit(1),
    calls: db.select({ count: count() }).from(dueCalls(db)),
  });
  return { count: counted?.count ?? 0, newestAt: newest?.createdAt.getTime() ?? 0, callsDue: calls?.count ?? 0 };
}

/** A caller may name a time long ago. */
function arrived(db: Database, since: Date) {
  return db.select({ id: table.id }).from(table).where(gt(table.createdAt, since)).limit(MOST_ARRIVALS).as("arrived");
}

function dueCalls(db: Database) {
  const soon = new Date(Date.now() + CALL_NOTICE_MS);
  return db
    .select({ id: appointments.id })
    .from(appointments)
    .where(and(isOpenCall, lte(appointments.dueAt, soon)))
    .limit(MOST_CALLS)
    .as("due");
}

/** One page of the queue as the desk reads it. */
export async function readQueue(db: Database, filter: QueueFilter) {
  const rows = await queuePage(db, filter);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const hasMore = rows.length > PAGE_SIZE && last !== undefined;
  const [lookedTo] = hasMore || !isLookedFor(filter) ? [] : await lastLookedAt(db, filter);
  return {
    applications: shown.map(({ number, zip, callId, callStartsAt, callDueAt, ...application }) => ({
      ...application,
      spokenReference: spokenReference(number),
      appointment: callId ? wantedCall({ startsAt: callStartsAt, dueAt: callDueAt }, zip) : null,
    })),
    next: hasMore ? cursorAfter(last, filter) : lookedTo ? cursorOf(lookedTo) : null,
    /** How many applications were looked at for a page that is not full though more may fit; null for any other page. */
    lookedAt: lookedTo ? MOST_LOOKED_AT : null,
    /** Nothing was found by what may be a spoken reference with a wrong character. */
    isMisread: rows.length === 0 && numberInSpokenReference(filter.q ?? "") === "misread",
  };
}

/**
 * One page of the queue and one row more: in the order of promises, or of what comes next where all have been contacted; when
 * searching, the newest first; of calls, the next one first. Statuses, owners, metros and Spanish are read from an index in
 * that order, so the number of rows read does not depend on how many there are. For what no index knows, the first
 * MOST_LOOKED_AT are looked at.
 */
export function queuePage(db: Database, filter: QueueFilter) {
  const { isCalls, q, cursor } = filter;
  const query = rowsOf(db);
  if (q) {
    const before = Number(cursor) || Number.MAX_SAFE_INTEGER;
    const spoken = numberInSpokenReference(q);
    const said = typeof spoken === "number" ? sql`union select ${spoken} where ${spoken} < ${before}` : sql``;
    return query
      .where(
        sql`${table.number} in (select * from (select rowid from application_search
          where application_search match ${wanted(q)} and rowid < ${before} order by rowid desc limit ${PAGE_SIZE + 1}) ${said})`,
      )
      .orderBy(desc(table.number));
  }
  const { others } = conditionsOf(filter);
  const fits = others.length > 0 ? sql`where ${sql.join(others, sql` and `)}` : sql``;
  const looked = inOrder(filter, others.length > 0 ? MOST_LOOKED_AT : PAGE_SIZE + 1);
  // Applications are looked at in order, so the first that fit are the first on the page.
  if (isCalls) {
    return query
      .where(
        sql`${table.id} in (select applicationId from (${looked}) looked
          cross join applications on applications.id = applicationId ${fits} limit ${PAGE_SIZE + 1})`,
      )
      .orderBy(appointments.dueAt, appointments.id);
  }
  const order = isNextFirst(filter) ? [table.nextAt, table.number] : [table.dueAt, table.queueRank, table.id];
  return query
    .where(sql`${table.number} in (select number from (${looked}) applications ${fits} limit ${PAGE_SIZE + 1})`)
    .orderBy(...order)
    .limit(PAGE_SIZE + 1);
}

/** What the queue shows of each application. */
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
      queueRank: table.queueRank,
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
      zip: table.zip,
      // Within a batch, and where rows are counted, two columns of one name lose one of them: hence the aliases.
      callId: sql<string | null>`${appointments.id}`.as("callId"),
      callStartsAt: appointments.startsAt,
      callDueAt: sql<Date>`${appointments.dueAt}`.mapWith(appointments.dueAt).as("callDueAt"),
    })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId))
    .leftJoin(appointments, and(eq(appointments.applicationId, table.id), isOpenCall));
}

/** The place in the queue of the last one that was looked at for a page; nothing when all were. */
function lastLookedAt(db: Database, filter: QueueFilter): Promise<Place[]> {
  const { at, rank, id } = placeIn(filter);
  const looked = inOrder(filter, MOST_LOOKED_AT);
  return db.all<Place>(
    sql`select ${at} at, ${rank} rank, ${id} id from (${looked}) limit 1 offset ${MOST_LOOKED_AT - 1}`,
  );
}

function isLookedFor(filter: QueueFilter) {
  return filter.q === undefined && conditionsOf(filter).others.length > 0;
}

/** The first applications, or calls, after the cursor in the order of the queue, as an index has them. */
function inOrder(filter: QueueFilter, most: number) {
  const { isCalls, statuses, cursor } = filter;
  const { indexed } = conditionsOf(filter);
  const after = readPlace(cursor);
  if (isCalls) {
    const beyond = after ? sql`and (dueAt, id) > (${after.at}, ${after.id})` : sql``;
    return sql`select dueAt callDueAt, id callId, applicationId from appointments
      where endedAt is null ${beyond} order by dueAt, id limit ${most}`;
  }
  const isNext = isNextFirst(filter);
  const columns = sql`select number, id, dueAt, queueRank, nextAt, status, outcome, ownerId, metro, city, language,
    scoresForecast, firstContactAt, contactStoppedAt from applications`;
  const beyond = after ? (isNext ? afterNext(after) : [afterPromise(after)]) : [sql`true`];
  const parts = byIndex(filter).flatMap((status) =>
    beyond.map((each) => sql`${columns} where ${sql.join([...status, ...indexed, each], sql` and `)}`),
  );
  const order = isNext ? sql`nextAt, number` : sql`dueAt, queueRank, id`;
  return sql`${sql.join(parts, sql` union all `)} order by ${order} limit ${most}`;

  /** One part for each status where the index begins with it; a member's next actions are in order whatever the status. */
  function byIndex({ ownerId }: QueueFilter) {
    if (statuses.length === 0) return [[sql`false`]];
    return isNext && ownerId ? [[]] : statuses.map((status) => [sql`status = ${status}`]);
  }
}

/** What an index finds in the order of the queue, and what must be looked for. */
function conditionsOf(filter: QueueFilter) {
  const { isCalls, statuses, ownerId, language, metro, city, band } = filter;
  const indexed: SQL[] = [];
  const others: SQL[] = [];
  const isNext = isNextFirst(filter);
  const isByPromise = !isCalls && !isNext;
  if (isNext) indexed.push(sql`outcome is null`);
  if (isNext && ownerId) others.push(isOneOf(statuses));

  const isOwnerIndexed = isByPromise || (isNext && ownerId !== null);
  if (ownerId !== undefined) (isOwnerIndexed ? indexed : others).push(sql`ownerId is ${ownerId}`);
  const isMetroIndexed = isByPromise && ownerId === undefined;
  if (metro !== undefined) (isMetroIndexed ? indexed : others).push(sql`metro is ${metro}`);
  const isSpanishIndexed = isByPromise && (ownerId !== undefined || metro === undefined);
  if (language === "es") (isSpanishIndexed ? indexed : others).push(isInSpanish);
  if (language === "en") others.push(sql`language = 'en'`);

  if (city) others.push(sql`instr(${sqlFolded(sql`city`)}, ${city}) = 1`);
  if (band) others.push(sql`scoresForecast between ${scoresIn(band).from} and ${scoresIn(band).to}`);
  if (filter.isOverdue) {
    const now = new Date();
    if (isByPromise) indexed.push(sql`dueAt < ${now.getTime()}`);
    others.push(isOverdue(now));
  }
  return { indexed, others };
}

function isOneOf(statuses: readonly Status[]) {
  const each = statuses.map((status) => sql`${status}`);
  return sql`status in (${sql.join(each, sql`, `)})`;
}

/** Where all were contacted, the queue goes by what their owners do next; first those where nothing was decided. */
function isNextFirst({ isCalls, statuses }: QueueFilter) {
  return (
    !isCalls &&
    statuses.length > 0 &&
    statuses.every((status) => (stages.working as readonly Status[]).includes(status))
  );
}

/** As `foldedCity` folds; SQLite's own lower() knows no accents. */
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

/** Phone numbers are found however they are written. */
function wanted(q: string) {
  const digits = q.replace(/\D/g, "");
  const isPhone = /^[\d\s().+-]+$/.test(q) && digits.length >= SEARCH_CHARACTERS;
  return phrase(isPhone ? digits : q);
}

interface Row {
  number: number;
  dueAt: Date;
  queueRank: number;
  nextAt: Date | null;
  id: string;
  callId: string | null;
  callDueAt: Date;
}

/** Where something stands in the order of the queue. `at` null: before every time. */
interface Place {
  at: number | null;
  rank: number;
  id: string | number;
}

function cursorAfter({ number, dueAt, queueRank, nextAt, id, callId, callDueAt }: Row, filter: QueueFilter) {
  if (filter.q !== undefined) return String(number);
  if (filter.isCalls) return cursorOf({ at: callDueAt.getTime(), rank: 0, id: callId ?? "" });
  if (isNextFirst(filter)) return cursorOf({ at: nextAt?.getTime() ?? null, rank: 0, id: number });
  return cursorOf({ at: dueAt.getTime(), rank: queueRank, id });
}

/** The columns of what was looked at that make up its place. */
function placeIn(filter: QueueFilter): Record<keyof Place, SQL> {
  if (filter.isCalls) return { at: sql`callDueAt`, rank: sql`0`, id: sql`callId` };
  if (isNextFirst(filter)) return { at: sql`nextAt`, rank: sql`0`, id: sql`number` };
  return { at: sql`dueAt`, rank: sql`queueRank`, id: sql`id` };
}

function cursorOf({ at, rank, id }: Place) {
  return `${at ?? "none"}_${rank}_${id}`;
}

/** A cursor that is none of ours starts at the front. */
function readPlace(cursor: string | undefined): Place | null {
  const [, at, rank, id] = /^(\d{1,16}|none)_(\d{1,9})_(.+)$/.exec(cursor ?? "") ?? [];
  return id === undefined ? null : { at: at === "none" ? null : Number(at), rank: Number(rank), id };
}

function afterPromise({ at, rank, id }: Place) {
  return sql`(dueAt, queueRank, id) > (${at ?? 0}, ${rank}, ${id})`;
}

/** Applications without a time are a part of their own, because SQL cannot compare with null. */
function afterNext({ at, id }: Place) {
  const number = Number(id) || 0;
  if (at !== null) return [sql`(nextAt, number) > (${at}, ${number})`];
  return [sql`nextAt is null and number > ${number}`, sql`nextAt is not null`];
}
