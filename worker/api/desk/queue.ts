import { and, count, desc, gt, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { type Database, database } from "../../../db/database.ts";
import { STATUSES, type Stage, type Status, stages } from "../../../db/model/status.ts";
import { line } from "../../../db/model/text.ts";
import { applications as table, users } from "../../../db/schema.ts";
import { body, refuse } from "../../body.ts";
import { type DeskContext, type DeskEnv, isOwner, may } from "../../desk/member.ts";
import { phrase } from "../../phrase.ts";

const PAGE_SIZE = 50;
const MOST_ARRIVALS = 1000;
/** The trigram index knows substrings from this length on. */
const SEARCH_CHARACTERS = 3;

/** What part of the queue is asked for. */
export interface QueueFilter {
  statuses: readonly Status[];
  /** A member's id, null for nobody, undefined for anybody. */
  ownerId?: string | null;
  /** Part of a name, phone number, e-mail or application number; then all statuses and owners are searched. */
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
 * GET /api/desk/arrivals: how many came in since a time.
 */
export const queue = new Hono<DeskEnv>()
  .get("/queue", may("readQueue"), async (c) => {
    const { show = "waiting", owner, cursor } = c.req.query();
    const statuses = statusesOf(show);
    if (!statuses) return refuse(c, 400, "Choose a part of the queue from the list.");
    const ownerId = owner === "me" ? c.var.member.id : owner === "nobody" ? null : undefined;
    return page(c, { statuses, ownerId, cursor });
  })
  .post("/queue/search", may("readQueue"), body(Search), async (c) =>
    page(c, { statuses: STATUSES, ...c.req.valid("json") }),
  )
  .get("/arrivals", may("readQueue"), async (c) => {
    const since = new Date(Number(c.req.query("since")) || Date.now());
    const db = database(c.env.DB);
    const [[counted], [newest]] = await db.batch([
      db.select({ count: count() }).from(arrived(db, since)),
      db.select({ createdAt: table.createdAt }).from(table).orderBy(desc(table.createdAt), table.id).limit(1),
    ]);
    return c.json({
      count: counted?.count ?? 0,
      newestAt: newest?.createdAt.getTime() ?? 0,
    });
  });

/** A caller may name a time long ago. */
function arrived(db: Database, since: Date) {
  return db.select({ id: table.id }).from(table).where(gt(table.createdAt, since)).limit(MOST_ARRIVALS).as("arrived");
}

async function page(c: DeskContext, filter: QueueFilter) {
  const rows = await queuePage(database(c.env.DB), filter);
  const shown = rows.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  return c.json({
    applications: shown.map(({ number, ...application }) => application),
    next: rows.length > PAGE_SIZE && last ? cursorAfter(last, filter.q !== undefined) : null,
  });
}

/**
 * One page of the queue and one row more, in the order of promises, or, when searching, the newest first. Each status is read
 * from an index in that order, so the number of rows read does not depend on how many there are.
 */
export function queuePage(db: Database, { statuses, ownerId, q, cursor }: QueueFilter) {
  const query = db
    .select({
      number: table.number,
      id: table.id,
      fullName: table.fullName,
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
    })
    .from(table)
    .leftJoin(users, isOwner(table.ownerId));
  if (q) {
    const before = Number(cursor) || Number.MAX_SAFE_INTEGER;
    return query
      .where(
        sql`${table.number} in (select rowid from application_search where application_search match ${wanted(q)}
          and rowid < ${before} order by rowid desc limit ${PAGE_SIZE + 1})`,
      )
      .orderBy(desc(table.number));
  }
  const owned = ownerId === undefined ? sql`` : sql`and ownerId is ${ownerId}`;
  const after = readCursor(cursor);
  const beyond = after ? sql`and (dueAt, queueRank, id) > (${after.dueAt}, ${after.queueRank}, ${after.id})` : sql``;
  const candidates = statuses.map(
    (status) =>
      sql`select * from (select id from applications where status = ${status} ${owned} ${beyond}
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

interface Place {
  number: number;
  dueAt: Date;
  queueRank: number;
  id: string;
}

function cursorAfter({ number, dueAt, queueRank, id }: Place, isSearch: boolean) {
  return isSearch ? String(number) : `${dueAt.getTime()}_${queueRank}_${id}`;
}

/** A cursor that is none of ours starts at the front. */
function readCursor(cursor: string | undefined) {
  const [, dueAt, queueRank, id] = /^(\d+)_(\d+)_(.+)$/.exec(cursor ?? "") ?? [];
  return id === undefined ? null : { dueAt: Number(dueAt), queueRank: Number(queueRank), id };
}
