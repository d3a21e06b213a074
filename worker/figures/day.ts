import { and, count, eq, gte, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import { type Database, named } from "../../db/database.ts";
import { OUTCOMES } from "../../db/model/case/status.ts";
import type { Day } from "../../db/model/site/statistics.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { applications, contactMessages, hasEnded, outbox } from "../../db/schema.ts";
import { contactsBetween, summed } from "./contacts.ts";

/** What happened on a day, for the digest. */
export async function readDay(db: Database, { from, to }: Day) {
  const isThen = (column: SQLiteColumn | SQL) => sql`${column} >= ${from.getTime()} and ${column} < ${to.getTime()}`;
  const lastEnding = sql`(select max(at) from case_events where applicationId = applications.id
    and event ->> '$.kind' = 'status' and event ->> '$.outcome' is not null)`;
  // Mail lives for 24 hours.
  const isYoung = gte(outbox.createdAt, new Date(from.getTime() - DAY_MS));
  const found = await named(db, {
    applications: db.select({ count: count() }).from(applications).where(isThen(applications.createdAt)),
    contacts: contactsBetween(db, from, to),
    outcomes: db
      .select({ outcome: applications.outcome, count: count() })
      .from(applications)
      .where(
        and(
          sql`isThinned = 0 and ${applications.outcome} is not null`,
          gte(applications.heardAt, from),
          isThen(lastEnding),
        ),
      )
      .groupBy(applications.outcome),
    messages: db.select({ count: count() }).from(contactMessages).where(isThen(contactMessages.createdAt)),
    sent: db
      .select({ count: count() })
      .from(outbox)
      .where(and(hasEnded, eq(outbox.status, "sent"), isYoung, isThen(outbox.sentAt))),
    dead: db
      .select({ count: count() })
      .from(outbox)
      .where(and(eq(outbox.status, "dead"), isThen(outbox.nextAttemptAt))),
  });
  const { contacted, inTime } = summed(found.contacts);
  const countOf = (rows: { count: number }[]) => rows[0]?.count ?? 0;
  return {
    applications: countOf(found.applications),
    contactedInTime: inTime,
    contactedLate: contacted - inTime,
    outcomes: OUTCOMES.map((outcome) => ({
      outcome,
      count: countOf(found.outcomes.filter((row) => row.outcome === outcome)),
    })),
    messages: countOf(found.messages),
    mailsSent: countOf(found.sent),
    mailsDead: countOf(found.dead),
  };
}
