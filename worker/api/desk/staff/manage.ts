import { and, asc, eq, gt, sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../../../db/database.ts";
import { fileDay } from "../../../../db/model/time/time-in-words.ts";
import { mailCounts, outbox } from "../../../../db/schema.ts";
import { exportParts } from "../../../figures/export.ts";
import { refuse } from "../../../http/body.ts";
import { pageOf, placeOf, whole } from "../../../http/cursor.ts";
import { revive } from "../../../mail/outbox.ts";
import { sendSoon } from "../../../mail/owed.ts";
import { oldestOwed } from "../../../operations/site-health.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";
import { csvFile } from "../figures/csv-file.ts";

const DEAD_SHOWN = 100;
const longestDead = z.object({ diedAt: whole, id: z.string() });

/** /api/desk/export and /outbox, for managers. */
export const manage = new Hono<DeskEnv>()
  .get("/outbox", may("manageOutbox"), async (c) => {
    const db = database(c.env.DB);
    const after = placeOf(longestDead, c.req.query("cursor"), { diedAt: 0, id: "" });
    const [counts, [owed], rows] = await db.batch([
      db.select().from(mailCounts).where(gt(mailCounts.count, 0)).orderBy(mailCounts.status),
      oldestOwed(db),
      db
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
    ]);
    const { shown: dead, next } = pageOf(rows, DEAD_SHOWN, longestDead);
    return c.json({ counts, oldestOwedAt: owed ? new Date(owed.at) : null, dead, next });
  })
  .post("/outbox/retry", may("manageOutbox"), async (c) => {
    return c.json({ ok: true, success: true, revived: await revive(c.env) });
  })
  .post("/outbox/:id/retry", may("manageOutbox"), async (c) => {
    const id = c.req.param("id");
    const revived = await revive(c.env, id);
    if (revived === 0) return refuse(c, 404, "There is no dead mail with this id.");
    c.executionCtx.waitUntil(sendSoon(c.env, id));
    return c.json({ ok: true, success: true });
  })
  .get("/export.csv", may("exportApplications"), async (c) => {
    return csvFile(c, `applications-${fileDay(new Date())}`, exportParts(database(c.env.DB)));
  });
