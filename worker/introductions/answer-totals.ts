import { sql } from "drizzle-orm";
import { type Database, database, retried } from "../../db/database.ts";
import type { Case, Referral } from "../../db/model/case/case.ts";
import { bandOf } from "../../db/model/forecast/meaning.ts";
import { DECISIONS_NEEDED } from "../../db/model/introductions/routing.ts";
import { answerTotals } from "../../db/schema.ts";
import type { Env } from "../env.ts";

/** Statements that count what lenders and dealers decided, as far as these referrals change it. */
export function answerTotalStatements(db: Database, { application, referrals }: Case, changed: Referral[] = []) {
  const { scoresForecast: score } = application;
  if (score === null) return [];
  return changed.flatMap((after) => {
    const before = referrals.find(({ id }) => id === after.id);
    const decided = isDecision(after) - isDecision(before);
    const approved = isApproval(after) - isApproval(before);
    if (decided === 0 && approved === 0) return [];
    return db
      .insert(answerTotals)
      .values({ recipientId: after.recipientId, band: bandOf(score), decided, approved })
      .onConflictDoUpdate({
        target: [answerTotals.recipientId, answerTotals.band],
        set: { decided: sql`decided + ${decided}`, approved: sql`approved + ${approved}` },
      });
  });
}

/** Takes anew the rates that have changed. Once a night, because each change has all open applications routed again. */
export async function takeRates(env: Env) {
  const rate = sql<number>`cast(round(100.0 * approved / decided) as integer)`;
  await retried(() =>
    database(env.DB)
      .update(answerTotals)
      .set({ rate, version: sql`version + 1` })
      .where(sql`decided >= ${DECISIONS_NEEDED} and rate is not ${rate}`),
  );
  return false;
}

function isDecision(referral: Referral | undefined) {
  return Number(referral?.answer === "approved" || referral?.answer === "declined");
}

function isApproval(referral: Referral | undefined) {
  return Number(referral?.answer === "approved");
}
