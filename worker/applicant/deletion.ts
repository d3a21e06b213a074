import { eq, inArray, or, type SQL, sql } from "drizzle-orm";
import { type Database, database, retried } from "../../db/database.ts";
import type { KeptEvent } from "../../db/model/case-event.ts";
import { applications, codes, keptConsents, outbox } from "../../db/schema.ts";
import type { Caller } from "../case/act.ts";
import { evidenceOf, isEvidence } from "../case-events.ts";
import { tryCode } from "./codes.ts";

/** Deleting an application: because the applicant wants it, confirmed by a mailed code, or because its time is over. */

/** What was agreed to and taken back after the application came in, in that order. */
const evidence = sql<
  KeptEvent[]
>`(select json_group_array(json_object('at', at, 'userId', userId, 'event', json(${evidenceOf})))
  from case_events where applicationId = applications.id and ${isEvidence})`;

/** Deletes the application if the code is right. A wrong one is counted; too many of them, or too late, and it is spent. */
export async function confirmDeletion(c: Caller, ref: string, code: string) {
  const tried = await tryCode(c, ref, "deletion", code);
  if (typeof tried === "string") return tried;
  const db = database(c.env.DB);
  const isThis = eq(applications.id, tried.applicationId);
  const kept = db.insert(keptConsents).select(
    db
      .select({
        applicationId: applications.id,
        phone: applications.phone,
        email: applications.email,
        consentRecord: applications.consentRecord,
        events: evidence.as("events"),
        appliedAt: applications.createdAt,
        deletedAt: sql<Date>`${Date.now()}`.as("deletedAt"),
        notedAt: sql<Date | null>`null`.as("notedAt"),
      })
      .from(applications)
      .where(isThis),
  );
  // The code goes with its application.
  await retried(() => db.batch([kept, ...deletionOf(db, isThis)]));
  return "done";
}

/** The statements that delete these applications and the mail about them, in this order; triggers delete what else belongs to them. */
export function deletionOf(db: Database, which: SQL) {
  const doomed = db.select({ id: applications.id }).from(applications).where(which);
  const mailed = db.select({ id: codes.id }).from(codes).where(inArray(codes.applicationId, doomed));
  return [
    db.delete(outbox).where(or(inArray(outbox.subjectId, doomed), inArray(outbox.subjectId, mailed))),
    db.delete(applications).where(which),
  ] as const;
}
