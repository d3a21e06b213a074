import { and, desc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import { type Database, database } from "../../db/database.ts";
import { answerOnPage } from "../../db/model/case/introduction.ts";
import { LEADS } from "../../db/model/mail.ts";
import type { Decision } from "../../db/model/permission.ts";
import { applications, outbox, permissions, referrals } from "../../db/schema.ts";
import type { Caller } from "../case/act.ts";
import { neverLeft } from "../case/store.ts";
import { countStatements } from "../limits.ts";
import { actOnReference } from "./deed.ts";

/** Introductions as the applicant sees them, and what they say to one (db/model/case/introduction.ts). */

/** The mail that carries a referral; the one that takes it back has the same subject. */
export const isLead = inArray(outbox.kind, [...LEADS]);
/** Nobody has this lead, and nobody will get it. */
export const isUnsent = sql<number>`(${outbox.status} = 'dropped' and ${neverLeft})`;
/** Of the yes that counts now. */
export const isOfThisYes = and(
  eq(referrals.permissionId, permissions.id),
  eq(referrals.permittedAt, permissions.decidedAt),
);
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
 * Records what the applicant answers to an introduction. Null when no application has this reference; `unknown` when it has no such
 * permission, `stopped` or `closed` when a yes comes after the applicant asked us to stop or the application ended.
 */
export function decide(c: Caller, ref: string, id: string, decision: Decision) {
  return actOnReference(c, ref, {
    limits: ({ application }) =>
      decision === "yes" ? countStatements(c, database(c.env.DB), "yes", { who: application.id }) : Promise.resolve([]),
    decide: (kase, press) => answerOnPage(kase, id, decision, press),
  });
}
