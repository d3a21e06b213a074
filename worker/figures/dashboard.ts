import { and, eq, getTableColumns, gt, gte, isNull, ne, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { CONVERSION_STAGES, type ConversionStage, hasReached } from "../../db/model/forecast/conversion.ts";
import { median } from "../../db/model/queue/first-contact.ts";
import { OTHER_CAMPAIGN } from "../../db/model/site/source.ts";
import { COUNTED_UP_TO, daysUntil } from "../../db/model/site/statistics.ts";
import { VISIT_STAGES } from "../../db/model/site/visit.ts";
import { applications, applicationTotals, contactTotals, users, visitTotals } from "../../db/schema.ts";
import { dueCount, upTo, waitingCounts } from "../queue/due.ts";
import { mondayOf } from "../queue/first-contact.ts";
import { dayOfTotals } from "./totals.ts";

/** The manager's overview: whether we keep our word, who has how much to do, and results of applications. */

const WEEKS = 12;
const SOURCES_SHOWN = 30;
export const CONVERSION_DAYS = 90;

const { source, status, closedFrom, outcome, isContacted, count } = applicationTotals;

export async function readDashboard(db: Database, now: Date) {
  /** Their Mondays, oldest first. */
  const weeks = Array.from({ length: WEEKS }, (_, index) => mondayOf(now, WEEKS - 1 - index));
  const firstDay = dayOfTotals(now) - CONVERSION_DAYS;
  const [firstVisited] = daysUntil(now, CONVERSION_DAYS);
  const isTheirs = sql`applications.ownerId = users.id and outcome is null`;
  const [[counts], members, contacts, visits, totals] = await db.batch([
    db.select(waitingCounts(now)).from(sql`(select 1)`),
    db
      .select({
        username: users.username,
        open: upTo("open", COUNTED_UP_TO, sql`${applications} indexed by applications_next`, isTheirs),
        due: dueCount(sql`users.id`, now),
      })
      .from(users)
      .where(and(ne(users.role, "author"), isNull(users.deactivatedAt)))
      .orderBy(users.username),
    db
      .select({ ...getTableColumns(contactTotals), username: users.username })
      .from(contactTotals)
      .leftJoin(users, eq(users.id, contactTotals.userId))
      .where(and(gte(contactTotals.week, weeks[0] ?? ""), gt(contactTotals.contacted, 0))),
    db
      .select({ source: visitTotals.source, stage: visitTotals.stage, count: sql<number>`sum(${visitTotals.count})` })
      .from(visitTotals)
      .where(gte(visitTotals.day, firstVisited?.day ?? ""))
      .groupBy(visitTotals.source, visitTotals.stage),
    applicationsSince(db, firstDay),
  ]);
  const names = members.map(({ username }) => username);
  const others = [...new Set(contacts.map(({ username }) => username))].filter(
    (username) => username === null || !names.includes(username),
  );
  const sources = mainSources(totals, visits);
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
    sources,
    visits: VISIT_STAGES.map((stage) => ({ stage, count: countOf(visits.filter((each) => each.stage === stage)) })),
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

type Totals = Awaited<ReturnType<typeof applicationsSince>>;
type Visits = Pick<typeof visitTotals.$inferSelect, "source" | "stage" | "count">[];

/** How many of them got to each stage, and how many visits started the form, by source. */
function sourcesOf(totals: Totals, visits: Visits) {
  const started = visits.filter(({ stage }) => stage === "contact");
  const bySource = Map.groupBy(totals, ({ source }) => source);
  const startedBySource = Map.groupBy(started, ({ source }) => source);
  const sources = new Set([...bySource.keys(), ...startedBySource.keys()]);
  const figures = [...sources].map((source) => {
    const all = bySource.get(source) ?? [];
    const gotTo = (stage: ConversionStage) => countOf(all.filter((total) => hasReached(stage, total)));
    return {
      source: source || null,
      started: countOf(startedBySource.get(source) ?? []),
      submitted: gotTo("submitted"),
      contacted: gotTo("contacted"),
      papers: gotTo("papers"),
      lender: gotTo("lender"),
      introduced: gotTo("introduced"),
      approved: gotTo("approved"),
    };
  });
  return figures.toSorted((a, b) => b.submitted - a.submitted || b.started - a.started);
}

/** The sources with most applications, so that nobody fills the table with names of their own. The rest counts as other ones. */
function mainSources(totals: Totals, visits: Visits) {
  const main = new Set(
    sourcesOf(totals, visits)
      .slice(0, SOURCES_SHOWN)
      .map(({ source }) => source ?? ""),
  );
  const merged = <Row extends { source: string }>(rows: Row[]) =>
    rows.map((row) => (main.has(row.source) ? row : { ...row, source: OTHER_CAMPAIGN }));
  return sourcesOf(merged(totals), merged(visits));
}

function countOf(counted: { count: number }[]) {
  return counted.reduce((sum, { count }) => sum + count, 0);
}
