import { count, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { HOUR_MS } from "../../db/model/time/clock.ts";
import { isUncontacted, applications as table } from "../../db/schema.ts";

/** Applications that are overdue: we promised an answer by now, and nobody has reached them. */

/** Counted up to here. */
export const MOST_OVERDUE = 100;

/**
 * The condition of an application that is overdue: it waits for a first contact, the time by which we promised an answer has passed, and no hour
 * that the applicant chose is still to come or under way. The index of those whom nobody has reached finds them: hence the
 * plus, with which SQLite leaves that of the status alone.
 */
export function isOverdue(now: Date): SQL {
  return sql`${isUncontacted} and dueAt < ${now.getTime()} and +status in ('submitted', 'in_review')
    and not exists (select 1 from appointments where appointments.applicationId = applications.id
      and appointments.endedAt is null and appointments.startsAt > ${now.getTime() - HOUR_MS})`;
}

/** The condition of one that is overdue and was told to nobody yet. */
export function isUntold(now: Date) {
  return sql`overdueToldAt is null and ${isOverdue(now)}`;
}

/** The condition of one that is overdue and was told. With `isUntold` it finds all of them by the index. */
export function isTold(now: Date) {
  return sql`overdueToldAt > 0 and ${isOverdue(now)}`;
}

/** The statements that count the overdue ones; `sumOf` adds what they find. Of each kind MOST_OVERDUE at most. */
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
