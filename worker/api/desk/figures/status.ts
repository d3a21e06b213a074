import { gte, sql } from "drizzle-orm";
import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { daysUntil } from "../../../../db/model/site/statistics.ts";
import { goodUntil, upperQuartile, VITALS, type Vital } from "../../../../db/model/site/vitals.ts";
import { vitals } from "../../../../db/schema.ts";
import { readHealth } from "../../../operations/health.ts";
import { readStatus } from "../../../operations/status.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

const DAYS = 30;

/** GET /api/desk/status: how the site is doing now, and on each of the last 30 days. */
export const status = new Hono<DeskEnv>().get("/status", may("readStatus"), async (c) => {
  const now = new Date();
  const days = daysUntil(now, DAYS);
  const db = database(c.env.DB);
  const health = await readHealth(c.env, now);
  const state = await readStatus(db, now, days);
  const buckets = await db
    .select({
      route: vitals.route,
      metric: vitals.metric,
      bucket: vitals.bucket,
      count: sql<number>`sum(${vitals.count})`,
    })
    .from(vitals)
    .where(gte(vitals.day, days[0]?.day ?? ""))
    .groupBy(vitals.route, vitals.metric, vitals.bucket);
  return c.json({ health, ...state, speed: speedOf(buckets) });
});

interface Bucket {
  route: string;
  metric: Vital;
  bucket: number;
  count: number;
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
