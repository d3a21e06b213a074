import { Hono } from "hono";
import type { Env } from "../env.ts";
import { readHealth } from "../operations/health.ts";

const RETRY_AFTER_SECONDS = "60";

/** GET /api/health, for monitoring: 200, or 503 with the reason. */
export const health = new Hono<{ Bindings: Env }>().get("/", async (c) => {
  const { trouble, ...facts } = await readHealth(c.env);
  if (trouble === null) return c.json({ ok: true, success: true, ...facts });
  c.header("Retry-After", RETRY_AFTER_SECONDS);
  return c.json({ ok: false, success: false, error: trouble, ...facts }, 503);
});
