import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { readDashboard } from "../../../figures/dashboard.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

/** GET /api/desk/dashboard: what waits, who does what, how soon we call, and what comes of applications. */
export const dashboard = new Hono<DeskEnv>().get("/dashboard", may("readDashboard"), async (c) =>
  c.json(await readDashboard(database(c.env.DB), new Date())),
);
