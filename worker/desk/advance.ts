import { and, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { type NextKind, PRESET_NOTES, presetOf } from "../../db/model/next-action.ts";
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
    db.update(applications).set(movedTo(to, at)).where(isEarlier),
  ] as const;
}

/** What an application with a new status has: what that plans, unless a member has planned something else. */
export function movedTo(status: Status, at: Date) {
  const { contactStoppedAt, nextKind, nextNote, nextAt } = applications;
  const next = presetOf(status, at);
  if (!next) return { status };
  const givesWay = and(isNull(contactStoppedAt), or(isNull(nextKind), inArray(nextNote, PRESET_NOTES)));
  return {
    status,
    nextKind: sql<NextKind>`iif(${givesWay}, ${next.kind}, ${nextKind})`,
    nextNote: sql<string>`iif(${givesWay}, ${next.note}, ${nextNote})`,
    nextAt: sql<Date>`iif(${givesWay}, ${next.at}, ${nextAt})`,
  };
}
