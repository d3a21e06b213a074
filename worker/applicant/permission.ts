import { and, desc, eq, inArray, isNull, ne, not, or, type SQL, sql } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, database, retried } from "../../db/database.ts";
import { LEADS } from "../../db/model/mail.ts";
import type { Decision, PermissionHow } from "../../db/model/permission.ts";
import { applications, outbox, permissions, referrals } from "../../db/schema.ts";
import { eventStatement } from "../case-events.ts";
import type { Env } from "../env.ts";
import { countStatements, countUnknownStatements } from "../limits.ts";
import { owedMail } from "../outbox.ts";
import { hasReference } from "../reference.ts";

/**
 * What the applicant says to an introduction, and what a no does.
 *
 * No lead goes out without a yes: the lead is owed only in a transaction that finds the yes (worker/desk/introduction.ts), and
 * its writer reads that yes again just before the mail is handed over (worker/mail/to-recipient.ts). A no and a stop take the yes away and
 * drop the lead in one transaction. A delivery that reads after it sends nothing, even if it had taken the lead before.
 * One that has read already hands the mail over; nothing can call that back. So unless it is certain that the lead never
 * went out, that transaction also owes the recipient a mail that says not to contact the applicant, due once that delivery
 * is over.
 */

/** The mail that carries a referral; the one that takes it back has the same subject. */
export const isLead = inArray(outbox.kind, [...LEADS]);
/** Nobody has this lead in hand now or had it without our learning how that ended; a new life forgets what was before. */
const neverLeft = sql`(${outbox.status} <> 'sent' and ${outbox.leasedUntil} is null and ${outbox.unknownOutcomes} = 0
  and ${outbox.revivedAt} is null)`;
/** Nobody has this lead, and nobody will get it. */
export const isUnsent = sql<number>`(${outbox.status} = 'dropped' and ${neverLeft})`;
/** Of the yes that counts now. */
export const isOfThisYes = and(
  eq(referrals.permissionId, permissions.id),
  eq(referrals.permittedAt, permissions.decidedAt),
);
/** The time of a decision: no two of a permission have the same, whatever the clock does. */
export const decidedBy = (now: Date) => sql<Date>`max(${now.getTime()}, coalesce(${permissions.decidedAt}, 0) + 1)`;

/** Whether the lead of the yes that counts has arrived as far as we know. Records of mail that was sent go in time. */
const hasArrived = sql<number>`exists (select 1 from ${referrals} left join ${outbox}
  on ${eq(outbox.subjectId, referrals.id)} and ${isLead}
  where ${isOfThisYes} and (${outbox.id} is null or ${outbox.status} = 'sent'))`;

/** The applicant's permissions as /results shows them: what waits for an answer first, then the newest. */
export function permissionsOf(db: Database, isThis: SQL) {
  return db
    .select({
      id: permissions.id,
      kind: permissions.kind,
      recipientName: permissions.recipientName,
      fields: permissions.fields,
      words: permissions.words,
      textId: permissions.textId,
      askedAt: permissions.askedAt,
      state: permissions.state,
      decidedAt: permissions.decidedAt,
      how: permissions.how,
      hasArrived: hasArrived.as("hasArrived"),
      wasSent: sql<number>`exists (select 1 from ${referrals} where ${eq(referrals.permissionId, permissions.id)}
        and not exists (select 1 from ${outbox} where ${eq(outbox.subjectId, referrals.id)} and ${isLead} and ${neverLeft}))`.as(
        "wasSent",
      ),
    })
    .from(permissions)
    .innerJoin(applications, eq(applications.id, permissions.applicationId))
    .where(isThis)
    .orderBy(ne(permissions.state, "asked"), desc(permissions.askedAt), permissions.id);
}

/**
 * Records what the applicant answers; the same again changes nothing, and of two answers at once the later one counts. No to
 * a yes takes it back. `owing` are the mails to ring for. Null when no application has this reference, or it has no such
 * permission; `stopped` or `closed` when a yes comes after the applicant asked us to stop or the application ended.
 */
export async function decide(c: Context<{ Bindings: Env }>, ref: string, id: string, decision: Decision) {
  const db = database(c.env.DB);
  const [[asked]] = await db.batch([
    db
      .select({ permission: permissions })
      .from(permissions)
      .innerJoin(applications, eq(applications.id, permissions.applicationId))
      .where(and(eq(permissions.id, id), await hasReference(ref))),
    ...(await countUnknownStatements(c, db, ref)),
  ]);
  if (!asked) return null;
  const { recipientId, recipientName, textId, words, wordsSha256, applicationId } = asked.permission;
  const evidence = { recipientId, recipientName, textId, words, wordsSha256, how: "page" } as const;
  const isThis = eq(permissions.id, id);
  const application = (...conditions: SQL[]) =>
    and(
      eq(applications.id, applicationId),
      sql`exists (select 1 from ${permissions} where ${and(isThis, ...conditions)})`,
    );
  if (decision === "yes") {
    const isGoingOn = and(isNull(applications.contactStoppedAt), isNull(applications.outcome));
    const limit = await countStatements(c, db, "yes", { who: applicationId });
    const [, , [now]] = await retried(() =>
      db.batch([
        eventStatement(
          db,
          { kind: "permissionGiven", ...evidence },
          null,
          and(application(ne(permissions.state, "yes")), isGoingOn),
        ),
        db
          .update(permissions)
          .set({ state: "yes", decidedAt: decidedBy(new Date()), how: "page", recordedBy: null })
          .where(
            and(
              isThis,
              ne(permissions.state, "yes"),
              inArray(
                permissions.applicationId,
                db.select({ id: applications.id }).from(applications).where(isGoingOn),
              ),
            ),
          ),
        db
          .select({ state: permissions.state, stoppedAt: applications.contactStoppedAt })
          .from(permissions)
          .innerJoin(applications, eq(applications.id, permissions.applicationId))
          .where(isThis),
        ...limit,
      ]),
    );
    if (!now) return null;
    if (now.state === "yes") return { owing: [] };
    return now.stoppedAt ? "stopped" : "closed";
  }
  const [, , owing] = await retried(() =>
    db.batch([
      eventStatement(db, { kind: "permissionRefused", ...evidence }, null, application(eq(permissions.state, "asked"))),
      eventStatement(db, { kind: "permissionWithdrawn", ...evidence }, null, application(eq(permissions.state, "yes"))),
      ...refusalStatements(db, and(isThis, inArray(permissions.state, ["asked", "yes"])), "page"),
    ]),
  );
  return { owing: owing.map((mail) => mail.id) };
}

/**
 * For the batch of a stop, before it is written: takes back what these applicants have not answered, and each yes whose lead
 * has not arrived. Recipients who have the application are told only when the applicant takes back that very yes.
 */
export function withdrawalStatements(db: Database, applicants: SQL | undefined) {
  const stopped = db.select({ id: applications.id }).from(applications).where(applicants);
  const isOpen = or(eq(permissions.state, "asked"), and(eq(permissions.state, "yes"), not(hasArrived)));
  return refusalStatements(db, and(inArray(permissions.applicationId, stopped), isOpen), "stop");
}

/**
 * The statements that end these permissions, each of which is open or a yes: whoever may have got the lead is owed the mail
 * that takes it back, leads that are still owed are dropped. The first one returns the ids of these mails. `recordedBy` is the
 * member to whom it was said on the phone.
 */
export function refusalStatements(
  db: Database,
  which: SQL | undefined,
  how: PermissionHow,
  recordedBy: string | null = null,
) {
  const leads = db
    .select({ id: referrals.id })
    .from(referrals)
    .innerJoin(permissions, eq(permissions.id, referrals.permissionId))
    .where(which);
  return [
    db
      .insert(outbox)
      .select(
        db
          .select({
            ...owedMail({
              id: sql`lower(hex(randomblob(16)))`,
              kind: "permissionWithdrawn",
              subjectId: referrals.id,
              createdAt: new Date(),
            }),
            nextAttemptAt: sql<Date>`coalesce(${outbox.leasedUntil}, 0)`.as("nextAttemptAt"),
          })
          .from(permissions)
          .innerJoin(referrals, eq(referrals.permissionId, permissions.id))
          .leftJoin(outbox, and(eq(outbox.subjectId, referrals.id), isLead))
          .where(and(which, eq(permissions.state, "yes"), or(isNull(outbox.id), not(neverLeft)))),
      )
      .onConflictDoUpdate({
        target: [outbox.subjectId, outbox.kind],
        // A later yes made it needless, or a delivery that has it in hand read that yes: it goes out after that one.
        set: {
          status: "owed",
          attempts: 0,
          unknownOutcomes: 0,
          nextAttemptAt: sql`coalesce(${outbox.leasedUntil}, excluded.nextAttemptAt)`,
          leasedUntil: null,
          revivedAt: new Date(),
        },
        setWhere: inArray(outbox.status, ["owed", "dropped"]),
      })
      .returning({ id: outbox.id }),
    db
      .update(outbox)
      .set({ status: "dropped", lastError: "no-permission" })
      // Found by their subjects: the plus keeps SQLite from reading all that is owed to anybody.
      .where(and(sql`+${outbox.status} in ('owed', 'dead')`, isLead, inArray(outbox.subjectId, leads))),
    db
      .update(permissions)
      .set({
        state: how === "stop" ? "withdrawn" : sql`iif(${permissions.state} = 'asked', 'no', 'withdrawn')`,
        decidedAt: decidedBy(new Date()),
        how,
        recordedBy,
      })
      .where(which),
  ] as const;
}
