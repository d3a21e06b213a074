import { inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import { type CaseEvent, EVIDENCE_KINDS, type EvidenceEvent } from "../db/model/case-event.ts";
import { applications, caseEvents } from "../db/schema.ts";

/**
 * The statement that writes down what happened to the application that fits this condition, if one does. `userId` is null
 * for the applicant. An event that says what was there before is SQL that makes its JSON. Put it into the batch before the
 * change itself.
 */
export function eventStatement(
  db: Database,
  event: CaseEvent | SQL,
  userId: string | null,
  condition: SQL | undefined,
  at = new Date(),
) {
  return db.insert(caseEvents).select(
    db
      .select({
        id: sql<number>`null`.as("id"),
        applicationId: applications.id,
        at: sql<Date>`${at.getTime()}`.as("at"),
        userId: sql<string>`${userId}`.as("userId"),
        event: sql<CaseEvent>`${"kind" in event ? JSON.stringify(event) : event}`.as("event"),
        version: sql<number>`(select coalesce(max(earlier.version), 0) + 1 from case_events earlier
          where earlier.applicationId = applications.id)`.as("version"),
      })
      .from(applications)
      .where(condition),
  );
}

/** An event of `case_events` as evidence: without what staff wrote for themselves. */
export const evidenceOf = sql`json_remove(case_events.event, '$.grounds.reason')`.mapWith(
  (text: string): EvidenceEvent => JSON.parse(text),
);

/** The condition on `case_events` that finds what proves something (EVIDENCE_KINDS). */
export const isEvidence = inArray(sql`case_events.event ->> '$.kind'`, [...EVIDENCE_KINDS]);
