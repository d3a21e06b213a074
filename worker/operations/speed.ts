import { gte, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import { goodUntil, upperQuartile, VITALS, type Vital } from "../../db/model/site/vitals.ts";
import { vitals } from "../../db/schema.ts";

interface Bucket {
  route: string;
  metric: Vital;
  bucket: number;
  count: number;
}

/** How fast each page was for its visitors since a day such as 2026-11-24. */
export async function readSpeed(db: Database, since: string) {
  const buckets = await db
    .select({
      route: vitals.route,
      metric: vitals.metric,
      bucket: vitals.bucket,
      count: sql<number>`sum(${vitals.count})`,
    })
    .from(vitals)
    .where(gte(vitals.day, since))
    .groupBy(vitals.route, vitals.metric, vitals.bucket);
  return speedOf(buckets);
}

/** For each route and metric: the bucket end that 75% of the measurements stay within; null if beyond the last bucket. */
function speedOf(buckets: Bucket[]) {
  return [...new Set(buckets.map(({ route }) => route))].map((route) => ({
    route,
    metrics: VITALS.flatMap((metric) => {
      const counts = buckets.filter((each) => each.route === route && each.metric === metric);
      const measured = counts.reduce((sum, { count }) => sum + count, 0);
      const within = upperQuartile(metric, counts);
      if (within === null) return [];
      return [
        { metric, measured, within: Number.isFinite(within) ? within : null, isGood: within <= goodUntil[metric] },
      ];
    }),
  }));
}
