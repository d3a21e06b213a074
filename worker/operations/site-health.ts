import { and, desc, gte, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/database.ts";
import { stages } from "../../db/model/case/status.ts";
import type { MailStatus } from "../../db/model/mail/mail.ts";
import { NO_PROMISE } from "../../db/model/queue/queue.ts";
import { COUNTED_UP_TO, countsOf, type Day } from "../../db/model/site/statistics.ts";
import {
  alarms,
  applications,
  contactMessages,
  hourlyCounts,
  jobs,
  mailCounts,
  outbox,
  waitingSince,
} from "../../db/schema.ts";
import { isTold, isUntold } from "../queue/overdue.ts";

/** How the site is doing, from counters and indexes: it reads no more rows with a million applications than with a hundred. */

const ALARMS_SHOWN = 20;

/** Since when the longest-waiting mail has been owed, in milliseconds, or null. Leaves out mails that may have gone out. */
export function oldestOwed(db: Database) {
  return (
    db
      .select({ at: waitingSince })
      .from(outbox)
      // The condition is written out so that SQLite sees that the index covers it.
      .where(sql`status = 'owed' and unknownOutcomes = 0`)
      .orderBy(waitingSince)
      .limit(1)
  );
}

/** What there is now, the jobs' times, the latest alarms, and what was counted on these consecutive days. */
export async function readSiteHealth(db: Database, now: Date, days: Day[]) {
  const [[oldest], [counts], jobRows, alarmRows, hours] = await db.batch([
    oldestOwed(db),
    db
      .select({
        ...waitingCounts(now),
        messages: upTo("messages", contactMessages, inArray(contactMessages.status, ["new", "in_progress"])),
        mailsOwed: mailsThatAre("owed"),
        mailsDead: mailsThatAre("dead"),
      })
      .from(sql`(select 1)`),
    db.select().from(jobs).orderBy(jobs.name),
    db
      .select({ name: alarms.name, since: alarms.since, endedAt: alarms.endedAt })
      .from(alarms)
      .orderBy(sql`${alarms.endedAt} is not null`, desc(alarms.since))
      .limit(ALARMS_SHOWN),
    db
      .select()
      .from(hourlyCounts)
      .where(and(gte(hourlyCounts.hour, days[0]?.from ?? 0), lt(hourlyCounts.hour, days.at(-1)?.to ?? 0))),
  ]);
  return {
    oldestOwedAt: oldest ? new Date(oldest.at) : null,
    now: counts ?? { waiting: 0, overdue: 0, messages: 0, mailsOwed: 0, mailsDead: 0 },
    jobs: jobRows.map(({ name, startedAt, endedAt }) => ({ name, startedAt, endedAt })),
    alarms: alarmRows,
    days: countsOf(days, hours),
  };
}

function mailsThatAre(status: MailStatus) {
  return sql<number>`ifnull((select count from ${mailCounts} where status = ${status}), 0)`.as(status);
}

/** How many applications wait for a first contact, and how many of these are overdue. */
export function waitingCounts(now: Date) {
  const isWaiting = and(
    inArray(applications.status, [...stages.waiting]),
    lt(applications.dueAt, NO_PROMISE),
    isNull(applications.firstContactAt),
  );
  return {
    waiting: upTo("waiting", applications, isWaiting),
    overdue: upTo("overdue", applications, isUntold(now), isTold(now)),
  };
}

/**
 * Counts rows that fit one of these conditions, up to a number beyond which an exact count helps nobody. No row fits two of
 * them.
 */
export function upTo(name: string, table: SQLiteTable, ...conditions: (SQL | undefined)[]) {
  const parts = conditions.map((condition) => sql`select 1 from ${table} where ${condition}`);
  // In a batch, columns without a name of their own are told apart by their SQL alone.
  return sql<number>`(select count(*) from (${sql.join(parts, sql` union all `)} limit ${COUNTED_UP_TO}))`.as(name);
}
