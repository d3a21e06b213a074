import { and, inArray, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { type Status, statusesBefore } from "../../db/model/status.ts";
import { applications } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";

/**
 * The statements that lead the application that fits this condition on to an open status, because something was done: from
 * any earlier open status, never back and never out of a closed one. `from` narrows that down.
 */
export function advanceStatements(
  db: Database,
  isThis: SQL | undefined,
  to: Status,
  { id: userId }: Pick<Member, "id">,
  { from = statusesBefore(to), at = new Date() }: { from?: Status[]; at?: Date } = {},
) {
  const isEarlier = and(isThis, inArray(applications.status, from));
  const event = sql`json_object('kind', 'status', 'from', ${applications.status}, 'to', ${to}, 'outcome', null)`;
  return [
    eventStatement(db, event, userId, isEarlier, at),
    db.update(applications).set({ status: to }).where(isEarlier),
  ] as const;
}
