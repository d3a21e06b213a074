import { and, asc, eq, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { outbox } from "../../db/schema.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";

const DEAD_SHOWN = 100;
const longestDead = z.object({ diedAt: whole, id: z.string() });

/** A page of the mails that we gave up on, those that died first in front. */
export async function readDeadMails(db: Database, cursor: string | undefined) {
  const after = placeOf(longestDead, cursor, { diedAt: 0, id: "" });
  const rows = await db
    .select({
      id: outbox.id,
      kind: outbox.kind,
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
    .limit(DEAD_SHOWN + 1);
  const { shown: dead, next } = pageOf(rows, DEAD_SHOWN, longestDead);
  return { dead, next };
}
