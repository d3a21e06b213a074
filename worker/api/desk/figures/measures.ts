import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { measure, OUTCOMES_NEEDED } from "../../../../db/model/forecast/measures.ts";
import { forecastResults } from "../../../../db/schema.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

/** GET /api/desk/forecast: the forecast beside what happened, from closed applications on which a lender decided. */
export const measures = new Hono<DeskEnv>().get("/forecast", may("readForecast"), async (c) => {
  const scores = await database(c.env.DB).select().from(forecastResults);
  const outcomes = scores.reduce((total, each) => total + each.count, 0);
  return c.json({ outcomes, needed: OUTCOMES_NEEDED, measures: measure(scores) });
});
