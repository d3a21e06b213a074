import { type SQL, sql } from "drizzle-orm";
import type { Database } from "../db/database.ts";
import type { CaseEvent } from "../db/model/case-event.ts";
import { applications, caseEvents } from "../db/schema.ts";

/**
 * The statement that writes down what happened to the application that fits this condition, if one does. `userId` is null
 * for the applicant. Put it into the batch before the change itself.
 */
export function eventStatement(db: Database, event: CaseEvent, userId: string | null, condition: SQL | undefined) {
  return db.insert(caseEvents).select(
    db
      .select({
        id: sql<number>`null`.as("id"),
        applicationId: applications.id,
        at: sql<Date>`${Date.now()}`.as("at"),
        userId: sql<string>`${userId}`.as("userId"),
        event: sql<CaseEvent>`${JSON.stringify(event)}`.as("event"),
      })
      .from(applications)
      .where(condition),
  );
}
