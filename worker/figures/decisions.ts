import { sql } from "drizzle-orm";
import { database, retried } from "../../db/database.ts";
import { BANDS, scoresIn } from "../../db/model/forecast/meaning.ts";
import { DECISIONS_COUNT_MONTHS } from "../../db/model/introductions/routing.ts";
import { monthsBefore } from "../../db/model/time/retention.ts";
import { answerTotals, forecastResults } from "../../db/schema.ts";
import type { Env } from "../env.ts";

const band = sql`case ${sql.join(
  BANDS.map((band) => sql`when scoresForecast <= ${scoresIn(band).to} then ${band}`),
  sql` `,
)} end`;

/** Counts once a night what lenders and dealers decided: each of them for routing, and any of them for the forecast. */
export async function countDecisions(env: Env, now: Date) {
  const db = database(env.DB);
  const since = monthsBefore(now, DECISIONS_COUNT_MONTHS).getTime();
  const recipients = sql`(select id from lenders union all select id from dealers)`;
  const decisions = sql`(select recipientId, ${band} band, answer = 'approved' isApproved
    from ${recipients} each cross join referrals on recipientId = each.id and referrals.createdAt >= ${since}
    join applications on applications.id = applicationId
    where answer in ('approved', 'declined') and scoresForecast is not null)`;
  const answers = db
    .insert(answerTotals)
    .select(
      sql`select each.id, bands.value, count(isApproved), ifnull(sum(isApproved), 0), count(isApproved) > 0
        from ${recipients} each cross join json_each(${JSON.stringify(BANDS)}) bands
        left join ${decisions} decision on decision.recipientId = each.id and decision.band = bands.value
        group by each.id, bands.value`,
    )
    .onConflictDoUpdate({
      target: [answerTotals.recipientId, answerTotals.band],
      set: { decided: sql`excluded.decided`, approved: sql`excluded.approved`, version: sql`version + 1` },
      setWhere: sql`decided <> excluded.decided or approved <> excluded.approved`,
    });
  const results = db.insert(forecastResults).select(
    sql`select ${band}, count(*), sum(outcome = 'approved_in_30_days') from applications
      where outcome in ('approved_in_30_days', 'approved_later', 'declined') and scoresForecast is not null group by 1`,
  );
  await retried(() => db.batch([answers, db.delete(forecastResults), results]));
  return false;
}
