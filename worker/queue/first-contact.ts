import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { Application } from "../../db/model/case/case.ts";
import { firstContactTime, roundedWait } from "../../db/model/queue/first-contact.ts";
import { CENTRAL } from "../../db/model/time/clock.ts";
import { wallTime } from "../../db/model/time/zoned-time.ts";
import { contactTotals } from "../../db/schema.ts";

type Contacted = Pick<Application, "createdAt" | "contactResumedAt" | "firstContactAt" | "firstContactBy">;

/**
 * The statements that keep the totals of first contacts true when a deed changes an application. A deletion or the archive
 * changes nothing: the contact was made.
 */
export function contactTotalStatements(db: Database, before: Contacted, now: Contacted) {
  if (before.firstContactAt?.getTime() === now.firstContactAt?.getTime()) return [];
  return [...counted(db, before, -1), ...counted(db, now, 1)];
}

function counted(db: Database, { createdAt, contactResumedAt, firstContactAt, firstContactBy }: Contacted, by: 1 | -1) {
  if (!firstContactAt) return [];
  const { isInTime, ...waited } = firstContactTime(contactResumedAt ?? createdAt, firstContactAt);
  const [business, clock] = [roundedWait(waited.businessMinutes), roundedWait(waited.clockMinutes)];
  const first = Math.max(0, by);
  return [
    db
      .insert(contactTotals)
      .values({
        week: mondayOf(firstContactAt),
        userId: firstContactBy ?? "",
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
          businessMinutes: added(sql`businessMinutes`, business),
          clockMinutes: added(sql`clockMinutes`, clock),
        },
      }),
  ];

  function added(counts: SQL, minutes: number) {
    const path = `$."${minutes}"`;
    return sql`json_set(${counts}, ${path}, ifnull(json_extract(${counts}, ${path}), 0) + ${by})`;
  }
}

/** The Monday of its week in Texas, or of so many weeks before, such as '2026-11-23'. */
export function mondayOf(at: Date, weeksBefore = 0) {
  const day = wallTime(at, CENTRAL).toPlainDate();
  return day.subtract({ days: day.dayOfWeek - 1, weeks: weeksBefore }).toString();
}
