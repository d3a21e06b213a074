import { Hono } from "hono";
import type { Env } from "../env.ts";
import { readHealth } from "../operations/health.ts";

const RETRY_AFTER_SECONDS = "60";
const KEPT_MS = 10_000;

/** The last answer of this isolate and its time, so that whoever asks all the time costs the database next to nothing. */
const kept = new WeakMap<Env, { at: number; health: Awaited<ReturnType<typeof readHealth>> }>();

/** GET /api/health, for monitoring: 200, or 503 with the reason. The answer may be ten seconds old. */
export const health = new Hono<{ Bindings: Env }>().get("/", async (c) => {
  const now = Date.now();
  let last = kept.get(c.env);
  if (!last || now < last.at || now >= last.at + KEPT_MS) {
    last = { at: now, health: await readHealth(c.env) };
    kept.set(c.env, last);
  }
  const { trouble, ...known } = last.health;
  const replyDomain = c.env.REPLY_ADDRESS?.split("@")[1] ?? null;
  const facts = { ...known, secondFactor: c.env.SECOND_FACTOR, replyDomain };
  if (trouble === null) return c.json({ ok: true, success: true, ...facts });
  c.header("Retry-After", RETRY_AFTER_SECONDS);
  return c.json({ ok: false, success: false, error: trouble, ...facts }, 503);
});
