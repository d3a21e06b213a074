import { and, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { applications, outbox, permissions } from "../../db/schema.ts";
import { owedMail } from "../outbox.ts";
import { codeAddress } from "./codes.ts";

/** A correction said that our mail could not reach where codes go, and one of our mails had failed. */
const isDead = sql`exists (select 1 from case_events where applicationId = ${applications.id}
  and event ->> '$.kind' = 'corrected' and event ->> '$.field' = 'email' and event ->> '$.old' = ${codeAddress}
  and event ->> '$.grounds.ground' = 'bounced')`;

/**
 * The statement that owes a note of these answers on the phone to where codes go, while the address on file is one that a member
 * entered and nobody has confirmed. Otherwise a member could note a yes that nobody gave, and be the only one who reads of it.
 */
export function formerAddressNote(db: Database, id: string, answers: SQL | undefined, now: Date) {
  return db
    .insert(outbox)
    .select(
      db
        .select(owedMail({ id, kind: "formerAddressNote", subjectId: permissions.id, createdAt: now }))
        .from(permissions)
        .innerJoin(applications, eq(applications.id, permissions.applicationId))
        .where(and(answers, isNotNull(applications.emailSetBy), sql`not ${isDead}`)),
    )
    .onConflictDoUpdate({
      target: [outbox.subjectId, outbox.kind],
      // About an earlier answer.
      set: {
        id,
        status: "owed",
        attempts: 0,
        unknownOutcomes: 0,
        nextAttemptAt: now,
        leasedUntil: null,
        revivedAt: now,
      },
      setWhere: sql`${outbox.status} <> 'owed' and max(${outbox.createdAt}, coalesce(${outbox.revivedAt}, 0)) < ${now.getTime()}`,
    });
}
