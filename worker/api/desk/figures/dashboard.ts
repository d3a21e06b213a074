import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import type { DeskEnv } from "../../../env.ts";
import { readDashboard } from "../../../figures/dashboard.ts";
import { may } from "../../../staff/member.ts";

/** GET /api/desk/dashboard: waiting applications, work by member, speed of first contact, and results. */
export const dashboard = new Hono<DeskEnv>().get("/dashboard", may("readDashboard"), async (c) =>
  c.json(await readDashboard(database(c.env.DB), new Date())),
);
