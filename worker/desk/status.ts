import { and, eq, isNull, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { CaseEvent, Reopening, StatusChange } from "../../db/model/case-event.ts";
import { isClosed, isFirstContact, refusedMove, reopenedStatuses, statusLabels } from "../../db/model/status.ts";
import { applications, outbox } from "../../db/schema.ts";
import { closingMailStatement, endingStatements, isDueCall } from "../applicant/appointment.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";
import { movedTo } from "./advance.ts";
import type { Attempt } from "./attempt.ts";
import { eventsOf, ownCase, statusesIn } from "./case.ts";
import { changeStatement } from "./changes.ts";
import { stayingOwner } from "./member.ts";

/**
 * Changes the status. Refused when the member may not work on it, when it may not go there (db/model/status.ts), and when
 * it no longer has the status that the member saw. Whoever was contacted has had the call that was due.
 */
export async function move(
  db: Database,
  id: string,
  member: Member,
  { from, to, outcome = null, papers }: StatusChange,
): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const refused = refusedMove(application.status, to, outcome);
  if (refused) return { refused };
  const now = new Date();
  const outboxId = crypto.randomUUID();
  const isThis = eq(applications.id, id);
  const isAsSeen = and(isThis, eq(applications.status, from));
  const event: CaseEvent = {
    kind: "status",
    from,
    to,
    outcome,
    papers: to === "docs_requested" ? papers : undefined,
  };
  const [, owing, [changed], [current]] = await db.batch([
    eventStatement(db, event, member.id, isAsSeen),
    closingMailStatement(db, outboxId, outcome ? isAsSeen : sql`false`, now).returning({ id: outbox.id }),
    db
      .update(applications)
      .set({ ...movedTo(to, now), outcome })
      .where(isAsSeen)
      .returning({ id: applications.id }),
    db.select({ status: applications.status }).from(applications).where(isThis),
    ...(isFirstContact(from, to)
      ? endingStatements(db, { kind: "callDone" }, member.id, and(isThis, eq(applications.status, to)), isDueCall(now))
      : []),
  ]);
  if (changed) return owing.length > 0 ? { outboxId } : "done";
  if (!current) return null;
  const label = statusLabels[current.status].toLowerCase();
  return { refused: `Somebody else changed the status meanwhile: it is now ${label}.` };
}

/**
 * Reopens a closed application with a status that it has had before. It has no outcome then; calls that ended with it stay
 * ended, and a stop stays a stop. Refused when it is open, when it is merged into another one, and when somebody was faster.
 */
export async function reopen(db: Database, id: string, member: Member, { to, reason }: Reopening): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const { status: from, outcome } = application;
  if (!isClosed(from)) return { refused: "This application is open." };
  if (application.mergedInto)
    return { refused: "This application was merged into another one. Split the two again there." };
  const possible = reopenedStatuses(statusesIn(await eventsOf(db, id)));
  if (!possible.includes(to)) {
    const words = possible.map((status) => statusLabels[status].toLowerCase()).join(", ");
    return { refused: `An application is reopened with a status that it has had before: ${words}.` };
  }
  const isAsSeen = and(eq(applications.id, id), eq(applications.status, from), isNull(applications.mergedInto));
  const [, , [reopened]] = await db.batch([
    eventStatement(db, { kind: "reopened", from, to, outcome, reason }, member.id, isAsSeen),
    changeStatement(db, member, applications, isAsSeen, {
      action: "reopen",
      old: sql`json_object('status', ${applications.status})`,
      new: { status: to },
    }),
    db
      .update(applications)
      .set({ status: to, outcome: null, ownerId: stayingOwner(applications.ownerId) })
      .where(isAsSeen)
      .returning({ id: applications.id }),
  ]);
  return reopened ? "done" : { refused: "Somebody else has reopened this application already." };
}
