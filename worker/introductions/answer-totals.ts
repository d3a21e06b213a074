import { sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { Case, Referral } from "../../db/model/case/case.ts";
import { bandOf } from "../../db/model/forecast/meaning.ts";
import { DECISIONS_BETWEEN_RATES, DECISIONS_NEEDED } from "../../db/model/introductions/routing.ts";
import { answerTotals } from "../../db/schema.ts";

/** Statements that count what lenders and dealers decided, as far as these referrals change it. */
export function answerTotalStatements(db: Database, { application, referrals }: Case, changed: Referral[] = []) {
  const { scoresForecast: score } = application;
  if (score === null) return [];
  return changed.flatMap((after) => {
    const before = referrals.find(({ id }) => id === after.id);
    const decided = isDecision(after) - isDecision(before);
    const approved = isApproval(after) - isApproval(before);
    if (decided === 0 && approved === 0) return [];
    const total = sql`(decided + ${decided})`;
    const isTaken = sql`(${total} >= ${DECISIONS_NEEDED} and ${total} % ${DECISIONS_BETWEEN_RATES} = 0)`;
    return db
      .insert(answerTotals)
      .values({ recipientId: after.recipientId, band: bandOf(score), decided, approved })
      .onConflictDoUpdate({
        target: [answerTotals.recipientId, answerTotals.band],
        set: {
          decided: total,
          approved: sql`approved + ${approved}`,
          rate: sql`iif(${isTaken}, cast(round(100.0 * (approved + ${approved}) / ${total}) as integer), rate)`,
          version: sql`version + ${isTaken}`,
        },
      });
  });
}

function isDecision(referral: Referral | undefined) {
  return Number(referral?.answer === "approved" || referral?.answer === "declined");
}

function isApproval(referral: Referral | undefined) {
  return Number(referral?.answer === "approved");
}
