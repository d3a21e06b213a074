import { Hono } from "hono";
import { database, retried } from "../../../../db/database.ts";
import { type AuditFilter, auditFilterOf } from "../../../../db/model/staff/audit.ts";
import { changedFields, inWords } from "../../../../db/model/staff/change-words.ts";
import { deskActions } from "../../../../db/model/staff/staff.ts";
import { fileDay } from "../../../../db/model/time/time-for-staff.ts";
import type { Env } from "../../../env.ts";
import { BYTE_ORDER_MARK, csvLine } from "../../../figures/csv.ts";
import { readAudit, readNames, readShown, readSubjects } from "../../../staff/audit.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";
import { csvFile } from "../figures/csv-file.ts";

const SHOWN = 100;
const IN_A_FILE = 1000;

/**
 * GET /api/desk/audit: a page of what staff did or were refused. GET /api/desk/audit.csv: all of it. Both filter by
 * `member`, `action`, `from`, `to`, `about` and `deeds` (db/model/staff/audit.ts).
 */
export const audit = new Hono<DeskEnv>()
  .get("/audit", may("readAudit"), async (c) => {
    const db = database(c.env.DB);
    const filter = auditFilterOf(c.req.query());
    const page = await readAudit(c.env, filter, { cursor: c.req.query("cursor"), most: SHOWN });
    const subjects = await readSubjects(db, [
      filter.subjectId ?? null,
      ...page.entries.map(({ subjectId }) => subjectId),
    ]);
    return c.json({ ...page, subjects, members: await readNames(db) });
  })
  .get("/audit.csv", may("exportAudit"), async (c) => {
    return csvFile(c, `audit-${fileDay(new Date())}`, linesOf(c.env, auditFilterOf(c.req.query())));
  });

/** The file names applicants only by number, because its readers need not know who they are. */
async function* linesOf(env: Env, filter: AuditFilter) {
  const db = database(env.DB);
  yield BYTE_ORDER_MARK +
    csvLine(["Time (Central Time)", "Member", "May", "Action", "About", "Id", "Showed", "Changed"]);
  for (let cursor: string | null = ""; cursor !== null; ) {
    const place = { cursor, most: IN_A_FILE };
    const page: Awaited<ReturnType<typeof readAudit>> = await retried(() => readAudit(env, filter, place));
    const subjects = await readSubjects(
      db,
      page.entries.map(({ subjectId }) => subjectId),
    );
    const shown = await retried(() => readShown(db, page.entries, filter));
    yield page.entries
      .map(({ at, username, isAllowed, action, subjectId, change }, index) => {
        const subject = subjects[subjectId ?? ""];
        const isPublic = subject && subject.kind !== "case" && subject.kind !== "message";
        const about = subject && (isPublic ? `${subject.kind} ${subject.name}` : subject.kind);
        const changed =
          change &&
          changedFields(change).map(({ label, before, after }) => `${label}: ${inWords(before)} → ${inWords(after)}`);
        return csvLine([
          at,
          username,
          isAllowed,
          deskActions[action]?.words ?? action,
          about,
          subjectId,
          shown[index],
          changed?.join("; "),
        ]);
      })
      .join("");
    cursor = page.next;
  }
}
