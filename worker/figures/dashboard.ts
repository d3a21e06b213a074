import { and, eq, getTableColumns, gt, gte, isNull, lte, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { CONVERSION_STAGES, type ConversionStage, hasReached } from "../../db/model/forecast/conversion.ts";
import { median } from "../../db/model/queue/first-contact.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
import { applications, applicationTotals, contactTotals, users } from "../../db/schema.ts";
import { upTo, waitingCounts } from "../operations/site-health.ts";
import { mondayOf } from "../queue/first-contact.ts";

/** The manager's overview: whether we keep our word, who has how much to do, and results of applications. */

const WEEKS = 12;
export const CONVERSION_DAYS = 90;
/** Days of the totals begin at 6:00 UTC (db/schema.ts). */
const DAY_BEGINS_MS = 6 * HOUR_MS;

const { source, status, closedFrom, outcome, isContacted, count } = applicationTotals;

export async function readDashboard(db: Database, now: Date) {
  /** Their Mondays, oldest first. */
  const weeks = Array.from({ length: WEEKS }, (_, index) => mondayOf(now, WEEKS - 1 - index));
  const firstDay = Math.floor((now.getTime() - DAY_BEGINS_MS) / DAY_MS) - CONVERSION_DAYS;
  const isTheirs = sql`applications.ownerId = users.id and outcome is null`;
  const [[counts], members, contacts, totals] = await db.batch([
    db.select(waitingCounts(now)).from(sql`(select 1)`),
    db
      .select({
        username: users.username,
        open: upTo("open", applications, isTheirs),
        due: upTo("due", applications, and(isTheirs, lte(applications.nextAt, now))),
      })
      .from(users)
      .where(and(ne(users.role, "author"), isNull(users.deactivatedAt)))
      .orderBy(users.username),
    db
      .select({ ...getTableColumns(contactTotals), username: users.username })
      .from(contactTotals)
      .leftJoin(users, eq(users.id, contactTotals.userId))
      .where(and(gte(contactTotals.week, weeks[0] ?? ""), gt(contactTotals.contacted, 0))),
    applicationsSince(db, firstDay),
  ]);
  const names = members.map(({ username }) => username);
  const others = [...new Set(contacts.map(({ username }) => username))].filter(
    (username) => username === null || !names.includes(username),
  );
  const sources = sourcesOf(totals);
  return {
    now: counts ?? { waiting: 0, overdue: 0 },
    members: [
      ...members.map((member) => ({
        ...member,
        ...summed(contacts.filter((each) => each.username === member.username)),
      })),
      // Members who have left keep the first contacts they made.
      ...others.map((username) => ({
        ...{ username, open: 0, due: 0 },
        ...summed(contacts.filter((each) => each.username === username)),
      })),
    ],
    weeks: weeks.map((week) => ({ week, ...summed(contacts.filter((each) => each.week === week)) })),
    sources: sources.toSorted((a, b) => b.submitted - a.submitted),
    stages: CONVERSION_STAGES.map((stage) => ({
      stage,
      count: sources.reduce((sum, counts) => sum + counts[stage], 0),
    })),
    days: CONVERSION_DAYS,
  };
}

/** First contacts of several members or weeks as one. Times are in minutes. */
function summed(contacts: (typeof contactTotals.$inferSelect)[]) {
  return {
    contacted: contacts.reduce((sum, { contacted }) => sum + contacted, 0),
    inTime: contacts.reduce((sum, { inTime }) => sum + inTime, 0),
    businessMedian: median(contacts.map(({ businessMinutes }) => businessMinutes)),
    clockMedian: median(contacts.map(({ clockMinutes }) => clockMinutes)),
  };
}

/** How many applications of each kind there are since this day. Without duplicates, since the other one counts. */
function applicationsSince(db: Database, day: number) {
  return db
    .select({ source, status, closedFrom, outcome, isContacted, count: sql<number>`sum(${count})`.as("count") })
    .from(applicationTotals)
    .where(and(gte(applicationTotals.day, day), ne(status, "duplicate")))
    .groupBy(source, status, closedFrom, outcome, isContacted);
}

/** How many of them got to each stage, by source. */
function sourcesOf(totals: Awaited<ReturnType<typeof applicationsSince>>) {
  const bySource = Map.groupBy(totals, ({ source }) => source);
  return [...bySource].map(([source, all]) => {
    const gotTo = (stage: ConversionStage) =>
      all.filter((total) => hasReached(stage, total)).reduce((sum, { count }) => sum + count, 0);
    return {
      source: source || null,
      submitted: gotTo("submitted"),
      contacted: gotTo("contacted"),
      papers: gotTo("papers"),
      lender: gotTo("lender"),
      introduced: gotTo("introduced"),
      approved: gotTo("approved"),
    };
  });
}
