import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { readMeasures } from "../../../figures/measures.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

/** GET /api/desk/forecast: how forecasts compare with the decisions of lenders. */
export const measures = new Hono<DeskEnv>().get("/forecast", may("readForecast"), async (c) =>
  c.json(await readMeasures(database(c.env.DB))),
);
