import { and, count, gte, isNull, ne, sql } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import { CONVERSION_STAGES, type ConversionStage, hasReached } from "../../db/model/case/conversion.ts";
import { resultsOf } from "../../db/model/forecast/results.ts";
import { OTHER_CAMPAIGN } from "../../db/model/site/source.ts";
import { COUNTED_UP_TO, daysAgo } from "../../db/model/site/statistics.ts";
import { VISIT_STAGES } from "../../db/model/site/visit.ts";
import { CENTRAL } from "../../db/model/time/clock.ts";
import { wallTime } from "../../db/model/time/zoned-time.ts";
import { applications, forecastResults, users, visitTotals } from "../../db/schema.ts";
import { dueCount, upTo, waitingCounts } from "../queue/due.ts";
import { contactsBetween, summed } from "./contacts.ts";

/** The manager's overview: whether we keep our word, who has how much to do, and results of applications. */

const WEEKS = 12;
const SOURCES_SHOWN = 30;
export const CONVERSION_DAYS = 90;

export async function readDashboard(db: Database, now: Date) {
  const mondays = recentMondays(now);
  const found = await find(db, now, mondays[0]?.from ?? now);
  const usernames = new Map(found.users.map(({ id, username }) => [id, username]));
  const contacts = found.contacts.map((contact) => ({
    ...contact,
    username: usernames.get(contact.member ?? "") ?? null,
    week: mondays.findLast(({ from }) => from <= contact.at)?.day,
  }));
  const names = found.members.map(({ username }) => username);
  const others = [...new Set(contacts.map(({ username }) => username))].filter(
    (username) => username === null || !names.includes(username),
  );
  const sources = mainSources(found.applications, found.visits);
  return {
    now: found.counts[0] ?? { waiting: 0, overdue: 0 },
    // Members who have left keep the first contacts they made.
    members: [...found.members, ...others.map((username) => ({ username, open: 0, due: 0 }))].map((member) => ({
      ...member,
      ...summed(contacts.filter(({ username }) => username === member.username)),
    })),
    weeks: mondays.map(({ day }) => ({ week: day, ...summed(contacts.filter(({ week }) => week === day)) })),
    sources,
    visits: VISIT_STAGES.map((stage) => ({
      stage,
      count: countOf(found.visits.filter((each) => each.stage === stage)),
    })),
    stages: CONVERSION_STAGES.map((stage) => ({
      stage,
      count: sources.reduce((sum, counts) => sum + counts[stage], 0),
    })),
    days: CONVERSION_DAYS,
    forecast: resultsOf(found.results),
  };
}

/** The Mondays of the last weeks, oldest first. */
function recentMondays(now: Date) {
  const sinceMonday = wallTime(now, CENTRAL).dayOfWeek - 1;
  return Array.from({ length: WEEKS }, (_, index) => daysAgo(now, sinceMonday + 7 * (WEEKS - 1 - index)));
}

function find(db: Database, now: Date, firstMonday: Date) {
  const first = daysAgo(now, CONVERSION_DAYS - 1);
  const isTheirs = sql`applications.ownerId = users.id and outcome is null`;
  return named(db, {
    counts: db.select(waitingCounts(now)).from(sql`(select 1)`),
    users: db.select({ id: users.id, username: users.username }).from(users),
    members: db
      .select({
        username: users.username,
        open: upTo("open", COUNTED_UP_TO, sql`${applications} indexed by applications_next`, isTheirs),
        due: dueCount(sql`users.id`, now),
      })
      .from(users)
      .where(and(ne(users.role, "author"), isNull(users.deactivatedAt)))
      .orderBy(users.username),
    contacts: contactsBetween(db, firstMonday, now),
    visits: db
      .select({ source: visitTotals.source, stage: visitTotals.stage, count: sql<number>`sum(${visitTotals.count})` })
      .from(visitTotals)
      .where(gte(visitTotals.day, first.day))
      .groupBy(visitTotals.source, visitTotals.stage),
    applications: applicationsSince(db, first.from),
    results: db.select().from(forecastResults),
  });
}

/** How many applications of each kind came since then. Without duplicates, since the other one counts. Reads an index alone. */
function applicationsSince(db: Database, since: Date) {
  const { status, closedFrom, outcome } = applications;
  const source = sql<string>`ifnull(${applications.source}, '')`.as("source");
  const isContacted = sql<boolean>`firstContactAt is not null`.mapWith(Boolean).as("isContacted");
  return db
    .select({ source, status, closedFrom, outcome, isContacted, count: count() })
    .from(applications)
    .where(and(gte(applications.createdAt, since), ne(status, "duplicate")))
    .groupBy(sql`1`, status, closedFrom, outcome, sql`5`);
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
