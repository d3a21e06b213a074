import { count, inArray, sql } from "drizzle-orm";
import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { measure, OUTCOMES_NEEDED } from "../../../db/model/measures.ts";
import { applications } from "../../../db/schema.ts";
import { type DeskEnv, may } from "../../desk/member.ts";

/** GET /api/desk/forecast: the forecast beside what happened, from closed applications on which a lender decided. */
export const measures = new Hono<DeskEnv>().get("/forecast", may("readForecast"), async (c) => {
  const scores = await database(c.env.DB)
    .select({
      score: sql<number>`${applications.scoresForecast}`,
      count: count(),
      approved: sql<number>`sum(${applications.outcome} = 'approved_in_30_days')`,
    })
    .from(applications)
    .where(inArray(applications.outcome, ["approved_in_30_days", "approved_later", "declined"]))
    .groupBy(applications.scoresForecast);
  const outcomes = scores.reduce((total, each) => total + each.count, 0);
  return c.json({ outcomes, needed: OUTCOMES_NEEDED, measures: measure(scores) });
});
