import { and, gte, inArray, isNull, lte, ne, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { APPROVALS, CONVERSION_STAGES, median, stageOfStatus } from "../../db/model/forecast/conversion.ts";
import { CENTRAL, DAY_MS } from "../../db/model/time/clock.ts";
import { instantOf, wallTime } from "../../db/model/time/zoned-time.ts";
import { applications, users } from "../../db/schema.ts";
import { upTo, waitingCounts } from "../operations/site-health.ts";
import { type FirstContacts, firstContacts } from "../queue/first-contact.ts";

/** The manager's overview: whether we keep our word, who has how much to do, and results of applications. */

const WEEKS = 12;
export const CONVERSION_DAYS = 90;
/** Conversion counts so many of the newest applications. Each costs one row of an index. */
const MOST_COUNTED = 20_000;

export async function readDashboard(db: Database, now: Date) {
  const weeks = weeksUntil(now, WEEKS);
  const isTheirs = sql`applications.ownerId = users.id and outcome is null`;
  const [[counts], members, counted] = await db.batch([
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
    conversion(db, new Date(now.getTime() - CONVERSION_DAYS * DAY_MS)),
  ]);
  const contacts = await firstContacts(db, { from: instantOf(weeks[0] as Week, 0), to: now });
  const names = members.map(({ username }) => username);
  const others = [...new Set(contacts.map(({ username }) => username))].filter(
    (username) => username === null || !names.includes(username),
  );
  const total = counted.reduce((sum, { submitted }) => sum + submitted, 0);
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
    weeks: weeks.map((monday) => {
      const week = monday.toPlainDate().toString();
      return { week, ...summed(contacts.filter((each) => each.week === week)) };
    }),
    sources: counted.toSorted((a, b) => b.submitted - a.submitted),
    stages: CONVERSION_STAGES.map((stage) => ({
      stage,
      count: counted.reduce((sum, counts) => sum + counts[stage], 0),
    })),
    /** Whether there were more applications in these days than we counted. */
    isCut: total >= MOST_COUNTED,
    days: CONVERSION_DAYS,
  };
}

type Week = ReturnType<typeof wallTime>;

/** The Mondays of so many weeks up to this one, oldest first. */
function weeksUntil(now: Date, weeks: number): Week[] {
  const today = wallTime(now, CENTRAL);
  const monday = today.subtract({ days: today.dayOfWeek - 1 });
  return Array.from({ length: weeks }, (_, index) => monday.subtract({ weeks: weeks - 1 - index }));
}

/** First contacts of several members or weeks as one. Times are in minutes. */
function summed(contacts: FirstContacts[]) {
  return {
    contacted: contacts.reduce((sum, { contacted }) => sum + contacted, 0),
    inTime: contacts.reduce((sum, { inTime }) => sum + inTime, 0),
    businessMedian: median(contacts.flatMap(({ businessMinutes }) => businessMinutes)),
    clockMedian: median(contacts.flatMap(({ clockMinutes }) => clockMinutes)),
  };
}

/** How many applications since a time got to each stage, by source. Without duplicates, since the other one counts. */
function conversion(db: Database, since: Date) {
  const newest = db
    .select({
      source: applications.source,
      stage: sql<number>`max(${stageOf(applications.status)}, ${stageOf(applications.closedFrom)},
        ${applications.firstContactAt} is not null,
        iif(${inArray(applications.outcome, APPROVALS)}, ${CONVERSION_STAGES.indexOf("approved")}, 0))`.as("stage"),
    })
    .from(applications)
    .where(and(gte(applications.createdAt, since), ne(applications.status, "duplicate")))
    .orderBy(sql`${applications.createdAt} desc`)
    .limit(MOST_COUNTED)
    .as("newest");
  const gotTo = (stage: (typeof CONVERSION_STAGES)[number]) =>
    sql<number>`sum(${newest.stage} >= ${CONVERSION_STAGES.indexOf(stage)})`.as(stage);
  return db
    .select({
      source: newest.source,
      submitted: gotTo("submitted"),
      contacted: gotTo("contacted"),
      papers: gotTo("papers"),
      lender: gotTo("lender"),
      introduced: gotTo("introduced"),
      approved: gotTo("approved"),
    })
    .from(newest)
    .groupBy(newest.source);
}

/** The place of a status among the stages; 0 if it is none. */
function stageOf(status: typeof applications.status | typeof applications.closedFrom): SQL<number> {
  const cases = Object.entries(stageOfStatus).map(
    ([name, stage]) => sql`when ${name} then ${CONVERSION_STAGES.indexOf(stage)}`,
  );
  return sql`case ${status} ${sql.join(cases, sql` `)} else 0 end`;
}
