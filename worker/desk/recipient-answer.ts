import { and, eq, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { RecipientAnswer } from "../../db/model/referral.ts";
import { applications, outbox, referrals } from "../../db/schema.ts";
import { isLead, isUnsent } from "../applicant/permission.ts";
import { eventStatement } from "../case-events.ts";
import type { Member } from "../session.ts";
import type { Attempt } from "./attempt.ts";
import { ownCase } from "./case.ts";

/**
 * Notes what a lender or dealer answered to a referral; the last answer counts, and the same again changes nothing. Refused when
 * the member may not work on the application, and when the lead never left. Null when there is no such referral.
 */
export async function recordAnswer(
  db: Database,
  id: string,
  referralId: string,
  member: Member,
  answer: RecipientAnswer,
): Promise<Attempt> {
  const application = await ownCase(db, id, member);
  if (!application || "refused" in application) return application;
  const isThis = and(eq(referrals.id, referralId), eq(referrals.applicationId, id));
  const [referral] = await db
    .select({ recipientName: referrals.recipientName, isUnsent: isUnsent.as("isUnsent") })
    .from(referrals)
    .leftJoin(outbox, and(eq(outbox.subjectId, referrals.id), isLead))
    .where(isThis);
  if (!referral) return { refused: "This application was not sent to them." };
  const { recipientName } = referral;
  if (referral.isUnsent) return { refused: `The application never left for ${recipientName}.` };
  const isAnother = sql`${referrals.answer} is not ${answer}`;
  const now = new Date();
  await db.batch([
    eventStatement(
      db,
      { kind: "recipientAnswered", referralId, recipientName, answer },
      member.id,
      and(eq(applications.id, id), sql`exists (select 1 from ${referrals} where ${and(isThis, isAnother)})`),
      now,
    ),
    db.update(referrals).set({ answer, answeredAt: now, answerBy: member.id }).where(and(isThis, isAnother)),
  ]);
  return "done";
}
