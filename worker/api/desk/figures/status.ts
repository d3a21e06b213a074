import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import { daysUntil } from "../../../../db/model/site/statistics.ts";
import { readHealth } from "../../../operations/health.ts";
import { readSpeed } from "../../../operations/speed.ts";
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
  return c.json({ health, ...state, speed: await readSpeed(db, days[0]?.day ?? "") });
});
