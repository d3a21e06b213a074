import { and, eq, gt, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database } from "../db/database.ts";
import { CODE_DIGITS, CODE_MAX_TRIES } from "../db/model/deletion.ts";
import { mailboxOf } from "../db/model/person.ts";
import { CODE_VALID_MINUTES } from "../db/model/retention.ts";
import { applications, deletionRequests, keptConsents, outbox } from "../db/schema.ts";
import type { Env } from "./env.ts";
import { keyedHash } from "./hash.ts";
import { countStatements, countUnknownStatements } from "./limits.ts";
import { hasReference } from "./reference.ts";

/** Deleting an application: because the applicant wants it, confirmed by a mailed code, or because its time is over. */

const CODE_VALID_MS = CODE_VALID_MINUTES * 60_000;

/** Owes the applicant a mail with a code, in place of any earlier one. Null when no application has this reference. */
export async function requestDeletion(c: Context<{ Bindings: Env }>, ref: string) {
  const db = database(c.env.DB);
  const [[known]] = await db.batch([
    db
      .select({ id: applications.id, email: applications.email })
      .from(applications)
      .where(await hasReference(ref)),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!known) return null;
  const applicationId = known.id;
  const id = crypto.randomUUID();
  const outboxId = crypto.randomUUID();
  await db.batch([
    db.delete(deletionRequests).where(eq(deletionRequests.applicationId, applicationId)),
    db.insert(deletionRequests).values({ id, applicationId, expiresAt: new Date(Date.now() + CODE_VALID_MS) }),
    db.insert(outbox).values({ id: outboxId, kind: "deletionCode", subjectId: id }),
    ...(await countStatements(c, db, "mail", { who: mailboxOf(known.email) })),
  ]);
  return { outboxId };
}

/** A new code for this request, for the mail that is being written. Only its hash is kept. */
export async function newDeletionCode(env: Env, db: Database, requestId: string) {
  const [random = 0] = crypto.getRandomValues(new Uint32Array(1));
  const code = String(random % 10 ** CODE_DIGITS).padStart(CODE_DIGITS, "0");
  await db
    .update(deletionRequests)
    .set({
      codeHash: await keyedHash(env.HASH_KEY, "code", code),
      expiresAt: new Date(Date.now() + CODE_VALID_MS),
      tries: 0,
    })
    .where(eq(deletionRequests.id, requestId));
  return code;
}

/** Deletes the application if the code is right. A wrong one is counted; too many of them, or too late, and it is spent. */
export async function confirmDeletion(c: Context<{ Bindings: Env }>, ref: string, code: string) {
  const db = database(c.env.DB);
  const now = new Date();
  const application = db
    .select({ id: applications.id })
    .from(applications)
    .where(await hasReference(ref));
  const isThis = inArray(deletionRequests.applicationId, application);
  const isOpen = and(isThis, gt(deletionRequests.expiresAt, now), lt(deletionRequests.tries, CODE_MAX_TRIES));
  const isConfirmed = inArray(
    applications.id,
    db
      .select({ id: deletionRequests.applicationId })
      .from(deletionRequests)
      .where(and(isOpen, eq(deletionRequests.codeHash, await keyedHash(c.env.HASH_KEY, "code", code)))),
  );
  const [[known], [kept], , , [open]] = await db.batch([
    application,
    db
      .insert(keptConsents)
      .select(
        db
          .select({
            applicationId: applications.id,
            phone: applications.phone,
            email: applications.email,
            consentRecord: applications.consentRecord,
            appliedAt: applications.createdAt,
            deletedAt: sql<Date>`${now.getTime()}`.as("deletedAt"),
          })
          .from(applications)
          .where(isConfirmed),
      )
      .returning({ applicationId: keptConsents.applicationId }),
    ...deletionOf(db, isConfirmed),
    db
      .update(deletionRequests)
      .set({ tries: sql`${deletionRequests.tries} + 1` })
      .where(isOpen)
      .returning({ tries: deletionRequests.tries }),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (kept) return "deleted";
  if (!known) return "unknown";
  return open ? "wrong" : "spent";
}

/** The statements that delete these applications and the mail about them, in this order; triggers delete what else belongs to them. */
export function deletionOf(db: Database, which: SQL) {
  const doomed = db.select({ id: applications.id }).from(applications).where(which);
  const requests = db
    .select({ id: deletionRequests.id })
    .from(deletionRequests)
    .where(inArray(deletionRequests.applicationId, doomed));
  return [
    db.delete(outbox).where(or(inArray(outbox.subjectId, doomed), inArray(outbox.subjectId, requests))),
    db.delete(applications).where(which),
  ] as const;
}
