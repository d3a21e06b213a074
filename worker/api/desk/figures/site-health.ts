import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { daysUntil } from "../../../../db/model/site/statistics.ts";
import { readHealth } from "../../../operations/health.ts";
import { readSiteHealth } from "../../../operations/site-health.ts";
import { readSpeed } from "../../../operations/speed.ts";
import { type DeskEnv, may } from "../../../staff/member.ts";

const DAYS = 30;

/** GET /api/desk/site-health: how the site is doing now, and on each of the last 30 days. */
export const siteHealth = new Hono<DeskEnv>().get("/site-health", may("readSiteHealth"), async (c) => {
  const now = new Date();
  const days = daysUntil(now, DAYS);
  const db = database(c.env.DB);
  const health = await readHealth(c.env, now);
  const state = await readSiteHealth(db, now, days);
  return c.json({ health, ...state, speed: await readSpeed(db, days[0]?.day ?? "") });
});
