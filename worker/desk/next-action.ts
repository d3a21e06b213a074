import { and, eq, isNull, type SQL } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { type NextAction, type Planned, refusedPlan } from "../../db/model/next-action.ts";
import { applications } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { ownCase, STOPPED } from "./case.ts";

/** What a member does next about an application. A trigger ends it with a stop and when the application is closed. */

const CLOSED = "This application is closed, so nothing comes next.";

/**
 * Plans what comes next, in place of what was planned. Refused when the member may not work on it, when it is closed or
 * stopped, and for a time that is over, too far away, or for a call at which we may not call.
 */
export async function setNext(db: Database, id: string, member: Member, chosen: NextAction): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  if (application.contactStoppedAt) return { refused: STOPPED };
  if (application.outcome) return { refused: CLOSED };
  const refused = refusedPlan(chosen, application.zip, new Date());
  if (refused) return { refused };
  const next = { kind: chosen.kind, note: chosen.note ?? "", at: chosen.at.getTime() };
  const isCase = and(eq(applications.id, id), isOpen) as SQL;
  const [, [planned], [current]] = await db.batch([
    eventStatement(db, { kind: "nextAction", next }, member.id, isCase),
    nextStatement(db, next, isCase),
    db.select({ stoppedAt: applications.contactStoppedAt }).from(applications).where(eq(applications.id, id)),
  ]);
  if (planned) return "done";
  return current ? { refused: current.stoppedAt ? STOPPED : CLOSED } : null;
}

const isOpen = and(isNull(applications.contactStoppedAt), isNull(applications.outcome));

/** The statement that plans what comes next about the application that fits this condition, unless it is closed or stopped. */
export function nextStatement(db: Database, next: Planned | null, condition: SQL) {
  return db
    .update(applications)
    .set({ nextKind: next?.kind ?? null, nextNote: next?.note ?? null, nextAt: next ? new Date(next.at) : null })
    .where(and(condition, isOpen))
    .returning({ id: applications.id });
}
