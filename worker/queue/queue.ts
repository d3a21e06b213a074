import { and, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { isClosed, type Status } from "../../db/model/case/status.ts";
import type { Metro } from "../../db/model/directory/metro.ts";
import { type Band, scoresIn } from "../../db/model/forecast/meaning.ts";
import type { Language } from "../../db/model/words.ts";
import { appointments, applications as table } from "../../db/schema.ts";
import { cursorOf, pageOf, placeOf, whole } from "../http/cursor.ts";
import { isOverdue } from "./due.ts";
import { PAGE_SIZE, rowsOf, shownRow } from "./rows.ts";

/** Without an index, only so many applications or calls are searched for one page. */
const MOST_LOOKED_AT = 5000;
const MOST_IN_UNION = 5;

/** The orders that an index has: what of its last row a page's cursor keeps, and the columns. */
const orders = {
  calls: {
    place: z.object({ callDueAt: whole, callId: z.string() }),
    by: [appointments.dueAt, appointments.id],
  },
  approval: {
    place: z.object({ approvalRank: whole, dueAt: whole, number: whole }),
    by: [table.approvalRank, table.dueAt, table.number],
  },
  due: {
    place: z.object({ queueAt: whole, queueRank: whole, id: z.string() }),
    by: [table.queueAt, table.queueRank, table.id],
  },
};
type Order = keyof typeof orders;

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
  /** Where the page before ended. */
  cursor?: string;
}

/**
 * One page of the queue, for the desk. Sorted by when they are due (`queueTimeOf`), or by expected approval if asked; calls by
 * time. Filters with an index read no extra rows; others search the first MOST_LOOKED_AT.
 */
export async function readQueue(db: Database, filter: QueueFilter) {
  const order = orderOf(filter);
  const { place, by } = orders[order];
  const searched = searchedIn(order, filter);
  const key = order === "calls" ? table.id : table.number;
  const looked = inOrder(order, filter, searched ? MOST_LOOKED_AT : PAGE_SIZE + 1);
  const all = sql`select found from (${looked})`;
  // Applications are read in order, so the first matches are the first of the page.
  const fitting = sql`select found from (${all}) cross join applications on ${key} = found where ${searched} limit ${PAGE_SIZE + 1}`;
  const rows = await rowsOf(db)
    .where(sql`${key} in (${searched ? fitting : all})`)
    .orderBy(...by)
    .limit(PAGE_SIZE + 1);
  const { shown, next } = pageOf(rows, PAGE_SIZE, place);
  /** The last place that was searched, unless all were. */
  const lookedTo =
    next === null && searched
      ? await db.get<object>(sql`select * from (${looked}) limit 1 offset ${MOST_LOOKED_AT - 1}`)
      : undefined;
  return {
    applications: shown.map(shownRow),
    next: lookedTo ? cursorOf(place, lookedTo) : next,
    /** How many we searched, if the page is not full but more may match; otherwise null. */
    lookedAt: lookedTo ? MOST_LOOKED_AT : null,
    isMisread: false,
  };
}

/** Closed applications expect no approval, so they stay in their usual order. */
function orderOf({ isCalls, isByApproval, statuses }: QueueFilter): Order {
  if (isCalls) return "calls";
  return isByApproval && !statuses.some(isClosed) ? "approval" : "due";
}

/** The first applications after the cursor, each `found` by its number, or by its id where a call has that. */
function inOrder(order: Order, filter: QueueFilter, most: number) {
  const { place } = orders[order];
  const columns = sql.raw(Object.keys(place.shape).join());
  const after = placeOf(place, filter.cursor, null);
  const values = Object.values(after ?? {}).map((value) => sql`${value}`);
  const isBeyond = after ? sql`(${columns}) > (${sql.join(values, sql`, `)})` : undefined;
  if (order === "calls") {
    return first([
      sql`select applicationId found, dueAt callDueAt, id callId from appointments where ${and(sql`endedAt is null`, isBeyond)}`,
    ]);
  }
  const parts = filter.statuses.map(
    (status) =>
      sql`select number found, ${columns} from applications where ${and(sql`status = ${status}`, ...indexedIn(order, filter), isBeyond)}`,
  );
  // D1 takes five selects in a union, and six statuses are open.
  const [some, others] = [parts.slice(0, MOST_IN_UNION), parts.slice(MOST_IN_UNION)];
  return others.length === 0 ? first(some) : first([some, others].map((each) => sql`select * from (${first(each)})`));

  function first(selects: SQL[]) {
    return sql`${sql.join(selects, sql` union all `)} order by ${columns} limit ${most}`;
  }
}

/** Conditions that an index answers in this order. */
function indexedIn(order: "approval" | "due", { ownerId, isOverdue }: QueueFilter) {
  if (order === "approval") return [sql`outcome is null`];
  return [
    ownerId === undefined ? undefined : sql`ownerId is ${ownerId}`,
    isOverdue ? sql`queueAt <= ${Date.now()}` : undefined,
  ];
}

/** What no index answers, so that it is looked for; nothing if there is no such condition. */
function searchedIn(order: Order, { ownerId, language, metro, city, band, ...filter }: QueueFilter) {
  return and(
    ownerId === undefined || order === "due" ? undefined : sql`ownerId is ${ownerId}`,
    metro === undefined ? undefined : sql`metro is ${metro}`,
    language && sql`language = ${language}`,
    city ? sql`instr(${sqlFolded(sql`city`)}, ${city}) = 1` : undefined,
    band && sql`scoresForecast between ${scoresIn(band).from} and ${scoresIn(band).to}`,
    filter.isOverdue ? isOverdue(new Date()) : undefined,
  );
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
