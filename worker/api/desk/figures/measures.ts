import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { measure, OUTCOMES_NEEDED } from "../../../../db/model/forecast/measures.ts";
import { forecastResults } from "../../../../db/schema.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

/** GET /api/desk/forecast: how forecasts compare with the decisions of lenders, by closed applications. */
export const measures = new Hono<DeskEnv>().get("/forecast", may("readForecast"), async (c) => {
  const scores = await database(c.env.DB).select().from(forecastResults);
  const outcomes = scores.reduce((total, each) => total + each.count, 0);
  return c.json({ outcomes, needed: OUTCOMES_NEEDED, measures: measure(scores) });
});
