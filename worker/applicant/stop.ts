import { and, eq, inArray, isNotNull, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database, retried } from "../../db/database.ts";
import { promisedBy } from "../../db/model/business-hours.ts";
import type { CaseEvent } from "../../db/model/case-event.ts";
import type { StatedConsent } from "../../db/model/consent.ts";
import type { Flag } from "../../db/model/forecast.ts";
import { NO_PROMISE } from "../../db/model/queue.ts";
import { contactMessages, applications as table } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import { newEvidence } from "../consent-evidence.ts";
import type { Env } from "../env.ts";
import { countStatements, countUnknownStatements } from "../limits.ts";
import { hasReference } from "../reference.ts";
import { withdrawalStatements } from "./permission.ts";

/** Somebody asked us to stop contacting them, and may want to hear from us again. */

interface Stop {
  how: Extract<CaseEvent, { kind: "contactStopped" }>["how"];
  /** The member who recorded it; null for the applicant. */
  userId: string | null;
}

const STOP_ASKED_ELSEWHERE: Flag = {
  code: "STOP_ASKED_ELSEWHERE",
  level: "attention",
  note: "Another application with this phone or email asked us to stop. If it is the same person, merge the two before any contact",
};

/**
 * Stops contact with the applicant, again is as good as once; since when it is stopped, or null when no application has this
 * reference. Whoever applies can name somebody else's phone and e-mail, so other applications are stopped with it only where
 * they have an address whose mail was read; those that only look like the same person's are flagged for a specialist.
 */
export async function stopContact(c: Context<{ Bindings: Env }>, ref: string) {
  const db = database(c.env.DB);
  const isThis = await hasReference(ref);
  const isTheirs = db
    .select({ email: table.emailFolded })
    .from(table)
    .where(and(withMerged(db, isThis), wasRead("applications")));
  const person = or(withMerged(db, isThis), inArray(table.emailFolded, isTheirs));
  const messages = inArray(contactMessages.sender, isTheirs);
  const isUnsure = and(
    personOf(db, isThis),
    isNull(table.contactStoppedAt),
    sql`instr(${table.flagsJson}, ${STOP_ASKED_ELSEWHERE.code}) = 0`,
  );
  const stop = stopStatements(db, { isThis, person, messages }, { how: "page", userId: null });
  const stoppedAt = db.select({ contactStoppedAt: table.contactStoppedAt }).from(table).where(isThis);
  const flags = db
    .update(table)
    .set({ flagsJson: sql`json_insert(${table.flagsJson}, '$[#]', json(${JSON.stringify(STOP_ASKED_ELSEWHERE)}))` })
    .where(isUnsure);
  const count = await countUnknownStatements(c, db, ref);
  const [, , , , , , , [application]] = await retried(() => db.batch([...stop, stoppedAt, flags, ...count]));
  return application ?? null;
}

/** The link in our mail to the address on file was opened: whoever applied reads what is sent there. */
export function wasRead(application: "applications" | "other") {
  const column = (name: string) => sql.raw(`${application}.${name}`);
  return sql`exists (select 1 from case_events read where read.applicationId = ${column("id")}
    and read.event ->> '$.kind' = 'linkOpened' and read.event ->> '$.email' = ${column("email")})`;
}

/**
 * Whoever has the phone number or the e-mail of these applications, or of those that are merged with them, as a condition on
 * applications.
 */
export function personOf(db: Database, isThis: SQL | undefined) {
  const isOneOfThem = withMerged(db, isThis);
  const same = (column: "phoneDigits" | "emailFolded") =>
    inArray(
      table[column],
      db
        .select({ same: table[column] })
        .from(table)
        .where(and(isOneOfThem, ne(table[column], ""))),
    );
  return or(same("phoneDigits"), same("emailFolded"), isOneOfThem);
}

/** These applications, and those that are merged with them, as a condition on applications. */
export function withMerged(db: Database, isThis: SQL | undefined) {
  const main = db
    .select({ id: sql<string>`coalesce(${table.mergedInto}, ${table.id})` })
    .from(table)
    .where(isThis);
  return or(inArray(table.id, main), inArray(table.mergedInto, main));
}

/**
 * The statements that stop contact with a person: every application and contact message until now, and every lead and mail
 * still owed; triggers end the calls and the mails to the applicants, other than the code to delete an application.
 * Conditions on applications say which are the `person`'s, and for which `isThis` the wish was stated: about the others the
 * log says that it was elsewhere. `sender` is who stated it in a contact message. Contact messages are those from the phones
 * and addresses of the person, unless `messages` says which.
 */
export function stopStatements(
  db: Database,
  { person, isThis, sender, messages }: { person: SQL | undefined; isThis: SQL; sender?: string; messages?: SQL },
  { how, userId }: Stop,
) {
  const isHeard = and(isNull(table.contactStoppedAt), person);
  const stopped = (elsewhere: boolean): CaseEvent => ({ kind: "contactStopped", elsewhere, how });
  const wroteAs = (column: "phoneDigits" | "emailFolded") =>
    inArray(contactMessages.sender, db.select({ sender: table[column] }).from(table).where(person));
  const isTheirs =
    messages ??
    or(
      wroteAs("phoneDigits"),
      wroteAs("emailFolded"),
      sender === undefined ? undefined : eq(contactMessages.sender, sender),
    );
  const now = new Date();
  return [
    ...withdrawalStatements(db, isHeard),
    eventStatement(db, stopped(false), userId, and(isHeard, isThis)),
    eventStatement(db, stopped(true), userId, and(isHeard, not(isThis))),
    db
      .update(contactMessages)
      .set({ contactStoppedAt: now })
      .where(and(isNull(contactMessages.contactStoppedAt), isTheirs)),
    db.update(table).set({ contactStoppedAt: now, dueAt: NO_PROMISE }).where(isHeard),
  ] as const;
}

/**
 * The applicant wants to be contacted again, about this application alone, and agreed to the text that says so. Our promise
 * begins anew. Does nothing when contact is not stopped; false when no application has this reference.
 */
export async function resumeContact(c: Context<{ Bindings: Env }>, ref: string, stated: StatedConsent) {
  const db = database(c.env.DB);
  const isThis = await hasReference(ref);
  const isStopped = and(isThis, isNotNull(table.contactStoppedAt));
  const now = new Date();
  const consent = await newEvidence(c, stated, now);
  const [, , found] = await db.batch([
    eventStatement(db, { kind: "contactResumed", consent }, null, isStopped),
    db
      .update(table)
      .set({
        contactStoppedAt: null,
        contactResumedAt: now,
        dueAt: promisedBy(now),
        firstContactAt: null,
        firstContactBy: null,
        overdueToldAt: null,
      })
      .where(isStopped),
    db.select({ id: table.id }).from(table).where(isThis),
    ...(await countUnknownStatements(c, db, ref)),
    ...(await countStatements(c, db, "resume", {
      who: ref,
      when: sql`exists (select 1 from ${table} where ${isThis})`,
    })),
  ]);
  return found.length > 0;
}
