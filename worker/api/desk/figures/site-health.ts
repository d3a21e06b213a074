import { Hono } from "hono";
import { database } from "../../../../db/database.ts";
import type { DeskEnv } from "../../../env.ts";
import { readSiteHealth } from "../../../figures/site-health.ts";
import { readHealth } from "../../../operations/health.ts";
import { may } from "../../../staff/member.ts";

/** GET /api/desk/site-health: how the site is doing now. */
export const siteHealth = new Hono<DeskEnv>().get("/site-health", may("readSiteHealth"), async (c) => {
  const now = new Date();
  const health = await readHealth(c.env, now);
  return c.json({ health, ...(await readSiteHealth(database(c.env.DB), now)) });
});
