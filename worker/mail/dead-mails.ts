import { and, asc, eq, gt, gte, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type Database, named } from "../../db/database.ts";
import { daysUntil } from "../../db/model/site/statistics.ts";
import { hourlyCounts, mailCounts, outbox } from "../../db/schema.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";
import { oldestOwed } from "../operations/site-health.ts";

const DEAD_SHOWN = 100;
const longestDead = z.object({ diedAt: whole, id: z.string() });

/** How many mails have each status, how many were sent today, since when the oldest is owed, and a page of dead ones, those that died first in front. */
export async function readOutbox(db: Database, cursor: string | undefined) {
  const [today] = daysUntil(new Date(), 1);
  const after = placeOf(longestDead, cursor, { diedAt: 0, id: "" });
  const {
    counts,
    owed: [owed],
    sent: [sent],
    rows,
  } = await named(db, {
    counts: db.select().from(mailCounts).where(gt(mailCounts.count, 0)).orderBy(mailCounts.status),
    owed: oldestOwed(db),
    sent: db
      .select({ count: sql<number>`ifnull(sum(${hourlyCounts.count}), 0)` })
      .from(hourlyCounts)
      .where(and(eq(hourlyCounts.name, "mailsSent"), gte(hourlyCounts.hour, today?.from ?? 0))),
    rows: db
      .select({
        id: outbox.id,
        kind: outbox.kind,
        subjectId: outbox.subjectId,
        attempts: outbox.attempts,
        lastError: outbox.lastError,
        createdAt: outbox.createdAt,
        /** For a dead mail, the time of its death. */
        diedAt: outbox.nextAttemptAt,
      })
      .from(outbox)
      .where(
        and(eq(outbox.status, "dead"), sql`(${outbox.nextAttemptAt}, ${outbox.id}) > (${after.diedAt}, ${after.id})`),
      )
      .orderBy(asc(outbox.nextAttemptAt), outbox.id)
      .limit(DEAD_SHOWN + 1),
  });
  const { shown: dead, next } = pageOf(rows, DEAD_SHOWN, longestDead);
  return { counts, sentToday: sent?.count ?? 0, oldestOwedAt: owed ? new Date(owed.at) : null, dead, next };
}
