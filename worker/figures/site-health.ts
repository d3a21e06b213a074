import { desc, eq, sql } from "drizzle-orm";
import { type Database, isOneOf, named } from "../../db/database.ts";
import { alarmWords } from "../../db/model/site/alarms.ts";
import { COUNTED_UP_TO } from "../../db/model/site/statistics.ts";
import { alarms, contactMessages, jobs, outbox, waitingSince } from "../../db/schema.ts";
import { upTo, waitingCounts } from "../queue/due.ts";

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

/** What there is now, the jobs' times, and the latest alarms. */
export async function readSiteHealth(db: Database, now: Date) {
  const {
    oldest: [oldest],
    counts: [counts],
    jobRows,
    alarmRows,
  } = await named(db, {
    oldest: oldestOwed(db),
    counts: db
      .select({
        ...waitingCounts(now),
        messages: upTo(
          "messages",
          COUNTED_UP_TO,
          contactMessages,
          isOneOf(contactMessages.status, ["new", "in_progress"]),
        ),
        mailsOwed: upTo("mailsOwed", COUNTED_UP_TO, outbox, eq(outbox.status, "owed")),
        mailsDead: upTo("mailsDead", COUNTED_UP_TO, outbox, eq(outbox.status, "dead")),
      })
      .from(sql`(select 1)`),
    jobRows: db.select().from(jobs).orderBy(jobs.name),
    alarmRows: db
      .select({ name: alarms.name, since: alarms.since, endedAt: alarms.endedAt })
      .from(alarms)
      .orderBy(sql`${alarms.endedAt} is not null`, desc(alarms.since))
      .limit(ALARMS_SHOWN),
  });
  return {
    oldestOwedAt: oldest ? new Date(oldest.at) : null,
    now: counts ?? { waiting: 0, overdue: 0, messages: 0, mailsOwed: 0, mailsDead: 0 },
    jobs: jobRows.map(({ name, startedAt, endedAt }) => ({ name, startedAt, endedAt })),
    // An old one may be of a kind that there is no more.
    alarms: alarmRows.filter(({ name }) => name in alarmWords),
  };
}
