import { and, asc, desc, eq, gt, lt, sql } from "drizzle-orm";
import { Hono } from "hono";
import { type Database, database, retried } from "../../../db/database.ts";
import { FIELDS, type Field, questions } from "../../../db/model/application.ts";
import { applications, audit, mailCounts, outbox } from "../../../db/schema.ts";
import { refuse } from "../../body.ts";
import { csvLine } from "../../desk/csv.ts";
import { type DeskEnv, may } from "../../desk/member.ts";
import { revive, ring } from "../../outbox.ts";
import { oldestOwed } from "../../status.ts";

/** Rows of an export in memory at a time. One call may ask D1 1,000 times, so it can export 2,000,000 applications. */
const EXPORT_PAGE = 2000;
const DEAD_SHOWN = 100;
const AUDIT_SHOWN = 100;

/** What managers do: /api/desk/export, /outbox and /audit. */
export const manage = new Hono<DeskEnv>()
  .get("/outbox", may("manageOutbox"), async (c) => {
    const db = database(c.env.DB);
    const [, after = 0, afterId = ""] = /^(\d+)_(.+)$/.exec(c.req.query("cursor") ?? "") ?? [];
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
          /** Of a dead mail: when it died. */
          diedAt: outbox.nextAttemptAt,
        })
        .from(outbox)
        .where(
          and(eq(outbox.status, "dead"), sql`(${outbox.nextAttemptAt}, ${outbox.id}) > (${Number(after)}, ${afterId})`),
        )
        .orderBy(asc(outbox.nextAttemptAt), outbox.id)
        .limit(DEAD_SHOWN + 1),
    ]);
    const dead = rows.slice(0, DEAD_SHOWN);
    const last = dead.at(-1);
    return c.json({
      counts,
      oldestOwedAt: owed ? new Date(owed.at) : null,
      dead,
      next: rows.length > DEAD_SHOWN && last ? `${last.diedAt.getTime()}_${last.id}` : null,
    });
  })
  .post("/outbox/retry", may("manageOutbox"), async (c) => {
    return c.json({ ok: true, success: true, revived: await revive(c.env) });
  })
  .post("/outbox/:id/retry", may("manageOutbox"), async (c) => {
    const id = c.req.param("id");
    const revived = await revive(c.env, id);
    if (revived === 0) return refuse(c, 404, "There is no dead mail with this id.");
    c.executionCtx.waitUntil(ring(c.env, id));
    return c.json({ ok: true, success: true });
  })
  .get("/audit", may("readAudit"), async (c) => {
    const before = Number(c.req.query("before")) || Number.MAX_SAFE_INTEGER;
    const entries = await database(c.env.DB)
      .select({
        id: audit.id,
        at: audit.at,
        username: audit.username,
        action: audit.action,
        subjectId: audit.subjectId,
        isAllowed: audit.isAllowed,
        change: audit.change,
      })
      .from(audit)
      .where(lt(audit.id, before))
      .orderBy(desc(audit.id))
      .limit(AUDIT_SHOWN);
    return c.json({ entries });
  })
  .get("/export.csv", may("exportApplications"), async (c) => {
    const day = new Date().toISOString().slice(0, 10);
    c.header("Content-Disposition", `attachment; filename="applications-${day}.csv"`);
    return c.body(exportCsv(database(c.env.DB)), 200, { "Content-Type": "text/csv; charset=utf-8" });
  });

const EXPORTED = ["id", "createdAt", "status", "outcome", "scoresForecast", ...FIELDS, "contactStoppedAt"] as const;

function columnTitle(name: (typeof EXPORTED)[number]) {
  return name in questions ? questions[name as Field].label() : name;
}

/** All applications, page by page, without the phone and e-mail of those who asked us to stop. */
function exportCsv(db: Database) {
  const encoder = new TextEncoder();
  const columns = Object.fromEntries(
    ["number" as const, ...EXPORTED].map((name) => [name, applications[name]]),
  ) as Pick<typeof applications, "number" | (typeof EXPORTED)[number]>;
  let after = 0;
  return new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(csvLine(EXPORTED.map(columnTitle))));
    },
    // Read only when the rows before have been taken.
    async pull(controller) {
      const rows = await retried(() =>
        db
          .select(columns)
          .from(applications)
          .where(gt(applications.number, after))
          .orderBy(applications.number)
          .limit(EXPORT_PAGE),
      );
      const lines = rows.map((row) => {
        const shown = row.contactStoppedAt ? { ...row, phone: "", email: "" } : row;
        return csvLine(EXPORTED.map((name) => shown[name]));
      });
      controller.enqueue(encoder.encode(lines.join("")));
      after = rows.at(-1)?.number ?? after;
      if (rows.length < EXPORT_PAGE) controller.close();
    },
  });
}
