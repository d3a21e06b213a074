import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { shownAtDesk } from "../../../../db/model/case/case-event.ts";
import { auditFilterOf, eventsOf } from "../../../../db/model/staff/audit.ts";
import type { DeskEnv } from "../../../env.ts";
import { readAudit, readEvents, readNames, readSubjects } from "../../../staff/audit.ts";
import { may } from "../../../staff/member.ts";

/**
 * GET /api/desk/audit: a page of what staff did or were refused, and what came of it in a case, narrowed by `member`, `about` (what
 * it was done to) and `day` (db/model/staff/audit.ts).
 */
export const audit = new Hono<DeskEnv>().get("/audit", may("readAudit"), async (c) => {
  const db = database(c.env.DB);
  const filter = auditFilterOf(c.req.query());
  const { entries, next } = await readAudit(db, filter, c.req.query("cursor"));
  const subjects = await readSubjects(db, [filter.subjectId ?? null, ...entries.map(({ subjectId }) => subjectId)]);
  const events = eventsOf(entries, await readEvents(db, entries));
  return c.json({
    entries: entries.map((entry, index) => ({
      ...entry,
      events: (events[index] ?? []).map(({ event, recipientName }) =>
        event.kind === "sent" ? { ...event, recipientName } : shownAtDesk(event),
      ),
    })),
    next,
    subjects,
    members: await readNames(db),
  });
});
