import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { type Contacted, changedContacts, roundedWait } from "../../db/model/queue/first-contact.ts";
import { CENTRAL } from "../../db/model/time/clock.ts";
import { wallTime } from "../../db/model/time/zoned-time.ts";
import { contactTotals } from "../../db/schema.ts";

/**
 * The statements that keep the totals of first contacts true when a deed changes an application. A deletion
 * changes nothing: the contact was made.
 */
export function contactTotalStatements(db: Database, before: Contacted, now: Contacted) {
  return changedContacts(before, now).map(({ at, member, by, isInTime, businessMinutes, clockMinutes }) => {
    const [business, clock] = [roundedWait(businessMinutes), roundedWait(clockMinutes)];
    const first = Math.max(0, by);
    return db
      .insert(contactTotals)
      .values({
        week: mondayOf(at),
        userId: member ?? "",
        contacted: first,
        inTime: isInTime ? first : 0,
        businessMinutes: { [business]: first },
        clockMinutes: { [clock]: first },
      })
      .onConflictDoUpdate({
        target: [contactTotals.week, contactTotals.userId],
        set: {
          contacted: sql`contacted + ${by}`,
          inTime: sql`inTime + ${isInTime ? by : 0}`,
          businessMinutes: added(sql`businessMinutes`, business, by),
          clockMinutes: added(sql`clockMinutes`, clock, by),
        },
      });
  });
}

function added(counts: SQL, minutes: number, by: number) {
  const path = `$."${minutes}"`;
  return sql`json_set(${counts}, ${path}, ifnull(json_extract(${counts}, ${path}), 0) + ${by})`;
}

/** The Monday of its week in Texas, or of so many weeks before, such as '2026-11-23'. */
export function mondayOf(at: Date, weeksBefore = 0) {
  const day = wallTime(at, CENTRAL).toPlainDate();
  return day.subtract({ days: day.dayOfWeek - 1, weeks: weeksBefore }).toString();
}
