import { sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../db/database.ts";
import { originOf } from "../../db/model/site/source.ts";
import { VISIT_STAGES } from "../../db/model/site/visit.ts";
import { fileDay } from "../../db/model/time/time-for-staff.ts";
import { visitTotals } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { countedSource } from "../figures/totals.ts";
import { body } from "../http/body.ts";
import { countStatements } from "../http/limits.ts";
import { refusesMeasuring } from "../http/measuring.ts";

/** How far a visit got, and where it began. Nothing tells whose it was, or when. */
const Report = z.object({
  openedFrom: z.string("Say where the visit began"),
  /** What no earlier report of the visit said. */
  reached: z
    .array(z.enum(VISIT_STAGES, "Unknown stage"), "Say what was reached")
    .check(z.minLength(1, "Say what was reached")),
});

/** POST /api/visits: adds to the day's counts how far a visit got (web/start/script/visit.ts). */
export const visits = new Hono<{ Bindings: Env }>().post("/", body(Report), async (c) => {
  // Browsers that ask not to be measured send nothing. If one does anyway, it is not kept.
  if (refusesMeasuring(c)) return c.json({ ok: true, success: true });
  const { reached, openedFrom } = c.req.valid("json");
  const db = database(c.env.DB);
  const day = fileDay(new Date());
  const source = countedSource(visitTotals, day, originOf(openedFrom).source ?? "");
  await db.batch([
    db
      .insert(visitTotals)
      .select(
        sql`select ${day}, ${source}, value, 1 from json_each(${JSON.stringify([...new Set(reached)])}) where true`,
      )
      .onConflictDoUpdate({
        target: [visitTotals.day, visitTotals.source, visitTotals.stage],
        set: { count: sql`${visitTotals.count} + 1` },
      }),
    ...(await countStatements(c, db, "visit")),
  ]);
  return c.json({ ok: true, success: true }, 201);
});
