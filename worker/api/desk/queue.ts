import { and, count, desc, eq, gt, lte, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { type Database, database } from "../../../db/database.ts";
import { CALL_NOTICE_MS } from "../../../db/model/my-day.ts";
import { numberInSpokenReference, spokenReference } from "../../../db/model/spoken-reference.ts";
import { STATUSES, type Stage, type Status, stages } from "../../../db/model/status.ts";
import { line } from "../../../db/model/text.ts";
import { appointments, isInSpanish, applications as table, users } from "../../../db/schema.ts";
import { isOpenCall } from "../../applicant/appointment.ts";
import { body, refuse } from "../../body.ts";
import { wantedCall } from "../../desk/case.ts";
import { type DeskContext, type DeskEnv, isOwner, may } from "../../desk/member.ts";
import { phrase } from "../../phrase.ts";

const PAGE_SIZE = 50;
const MOST_ARRIVALS = 1000;
const MOST_CALLS = 100;
/** The trigram index knows substrings from this length on. */
const SEARCH_CHARACTERS = 3;

/** What part of the queue is asked for. */
export interface QueueFilter {
  /** Only those who asked for a call, the one that is due first in front; of any status. */
  isCalls?: boolean;
  statuses: readonly Status[];
  /** A member's id, null for nobody, undefined for anybody. */
  ownerId?: string | null;
  /** Only those who wrote in Spanish. */
  isSpanish?: boolean;
  /** Part of a name, phone number, e-mail or application number, or a spoken reference; then all statuses, owners and languages are searched. */
  q?: string;
  /** Where the page before this one ended. */
  cursor?: string;
}

/** What is searched for comes in a body, so that no name, number or reference stands in an address. */
const Search = z.object({
  q: line({ min: SEARCH_CHARACTERS, max: 200, message: `Type at least ${SEARCH_CHARACTERS} characters to search.` }),
  cursor: z.optional(z.string()),
});

/**
 * GET /api/desk/queue: one page of applications. POST /api/desk/queue/search: one page of those that fit.
 * GET /api/desk/arrivals: how many came in since a time, and how many booked calls are due within the hour.
 */
export const queue = new Hono<DeskEnv>()
  .get("/queue", may("readQueue"), async (c) => {
    const { show = "waiting", owner, language, cursor } = c.req.query();
    const isCalls = show === "calls";
    const statuses = isCalls ? STATUSES : statusesOf(show);
    if (!statuses) return refuse(c, 400, "Choose a part of the queue from the list.");
    const ownerId = owner === "me" ? c.var.member.id : owner === "nobody" ? null : undefined;
    return page(c, { isCalls, statuses, ownerId, isSpanish: language === "es", cursor });
  })
  .post("/queue/search", may("readQueue"), body(Search), async (c) =>
    page(c, { statuses: STATUSES, ...c.req.valid("json") }),
  )
  .get("/arrivals", may("readQueue"), async (c) => {
    const since = new Date(Number(c.req.query("since")) || Date.now());
    const db = database(c.env.DB);
    const [[counted], [newest], [calls]] = await db.batch([
      db.select({ count: count() }).from(arrived(db, since)),
      db.select({ createdAt: table.createdAt }).from(table).orderBy(desc(table.createdAt), table.id).limit(1),
      db.select({ count: count() }).from(dueCalls(db)),
    ]);
    return c.json({
      count: counted?.count ?? 0,
      newestAt: newest?.createdAt.getTime() ?? 0,
      callsDue: calls?.count ?? 0,
    });
  });

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

async function page(c: DeskContext, filter: QueueFilter) {
  const rows = await queuePage(database(c.env.DB), filter);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return c.json({
    applications: shown.map(({ number, zip, callId, callStartsAt, callDueAt, ...application }) => ({
      ...application,
      spokenReference: spokenReference(number),
      appointment: callId ? wantedCall({ startsAt: callStartsAt, dueAt: callDueAt }, zip) : null,
    })),
    next: rows.length > PAGE_SIZE && last ? cursorAfter(last, filter) : null,
    /** Nothing was found by what may be a spoken reference with a wrong character. */
    isMisread: rows.length === 0 && numberInSpokenReference(filter.q ?? "") === "misread",
  });
}

/**
 * One page of the queue and one row more: in the order of promises; when searching, the newest first; of calls, the next one
 * first. Each status, and the calls, are read from an index in that order, so the number of rows read does not depend on how
 * many there are; only one member's calls, and those in Spanish, are looked for among all that are open.
 */
export function queuePage(db: Database, { isCalls, statuses, ownerId, isSpanish, q, cursor }: QueueFilter) {
  const query = db
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
      zip: table.zip,
      // Within a batch, and where rows are counted, two columns of one name lose one of them: hence the aliases.
      callId: sql<string | null>`${appointments.id}`.as("callId"),
      callStartsAt: appointments.startsAt,
      callDueAt: sql<Date>`${appointments.dueAt}`.mapWith(appointments.dueAt).as("callDueAt"),
    })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId))
    .leftJoin(appointments, and(eq(appointments.applicationId, table.id), isOpenCall));
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
  const owned = ownerId === undefined ? sql`` : sql`and ownerId is ${ownerId}`;
  const narrowed = isSpanish ? sql`${owned} and ${isInSpanish}` : owned;
  const after = readCursor(cursor);
  if (isCalls) {
    const beyond = after ? sql`and (appointments.dueAt, appointments.id) > (${after.dueAt}, ${after.id})` : sql``;
    return query
      .where(
        // CROSS JOIN: SQLite reads the calls first, in the order of their index.
        sql`${table.id} in (select applicationId from appointments
          cross join applications on applications.id = applicationId ${narrowed}
          where endedAt is null ${beyond} order by appointments.dueAt, appointments.id limit ${PAGE_SIZE + 1})`,
      )
      .orderBy(appointments.dueAt, appointments.id);
  }
  const beyond = after ? sql`and (dueAt, queueRank, id) > (${after.dueAt}, ${after.queueRank}, ${after.id})` : sql``;
  const candidates = statuses.map(
    (status) =>
      sql`select * from (select id from applications where status = ${status} ${narrowed} ${beyond}
        order by dueAt, queueRank, id limit ${PAGE_SIZE + 1})`,
  );
  return query
    .where(and(sql`${table.id} in (${sql.join(candidates, sql` union all `)})`))
    .orderBy(table.dueAt, table.queueRank, table.id)
    .limit(PAGE_SIZE + 1);
}

function statusesOf(show: string): readonly Status[] | undefined {
  if (Object.hasOwn(stages, show)) return stages[show as Stage];
  return STATUSES.includes(show as Status) ? [show as Status] : undefined;
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
  id: string;
  callId: string | null;
  callDueAt: Date;
}

function cursorAfter({ number, dueAt, queueRank, id, callId, callDueAt }: Row, { q, isCalls }: QueueFilter) {
  if (q !== undefined) return String(number);
  if (isCalls) return `${callDueAt.getTime()}_0_${callId}`;
  return `${dueAt.getTime()}_${queueRank}_${id}`;
}

/** A cursor that is none of ours starts at the front. */
function readCursor(cursor: string | undefined) {
  const [, dueAt, queueRank, id] = /^(\d+)_(\d+)_(.+)$/.exec(cursor ?? "") ?? [];
  return id === undefined ? null : { dueAt: Number(dueAt), queueRank: Number(queueRank), id };
}
