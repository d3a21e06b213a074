import { count, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { HOUR_MS } from "../../db/model/time/clock.ts";
import { isUncontacted, applications as table } from "../../db/schema.ts";

/** The count stops here. */
export const MOST_OVERDUE = 100;

/**
 * Overdue: no first contact by the promised time, and no booked hour ahead or running. The plus keeps SQLite away from
 * the index of statuses, since the index of first contacts is better.
 */
export function isOverdue(now: Date): SQL {
  return sql`${isUncontacted} and dueAt < ${now.getTime()} and +status in ('submitted', 'in_review')
    and not exists (select 1 from appointments where appointments.applicationId = applications.id
      and appointments.endedAt is null and appointments.startsAt > ${now.getTime() - HOUR_MS})`;
}

/** Overdue, and not yet reported to the firm. */
export function isUntold(now: Date) {
  return sql`overdueToldAt is null and ${isOverdue(now)}`;
}

/** Overdue and reported. Together with `isUntold` it finds all overdue ones by the index. */
export function isTold(now: Date) {
  return sql`overdueToldAt > 0 and ${isOverdue(now)}`;
}

/** Statements that count overdue applications, up to MOST_OVERDUE of each kind. `sumOf` adds the results. */
export function overdueStatements(db: Database, now: Date) {
  const counted = (condition: SQL | undefined) =>
    db
      .select({ count: count() })
      .from(db.select({ number: table.number }).from(table).where(condition).limit(MOST_OVERDUE).as("overdue"));
  return [counted(isUntold(now)), counted(isTold(now))] as const;
}

/** The number of overdue applications, up to MOST_OVERDUE. */
export function sumOf(...found: { count: number }[][]) {
  const sum = found.flat().reduce((total, { count }) => total + count, 0);
  return Math.min(sum, MOST_OVERDUE);
}
