import { sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../db/database.ts";
import { OTHER_CAMPAIGN, originOf } from "../../db/model/site/source.ts";
import { VISIT_STAGES } from "../../db/model/site/visit.ts";
import { fileDay } from "../../db/model/time/time-for-staff.ts";
import { visitTotals } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { body } from "../http/body.ts";
import { countStatements } from "../http/limits.ts";
import { refusesMeasuring } from "../http/measuring.ts";

/** Anybody can put any name into an address, so a day counts no more of them. Our pages count beside these. */
const CAMPAIGNS_A_DAY = 40;

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
  const source = originOf(openedFrom).source ?? "";
  const isCampaign = sql.raw("glob '[^/]*'");
  const ofDay = sql`from ${visitTotals} where day = ${day}`;
  const counted = sql`case when ${source} ${isCampaign} and ${source} not in (select source ${ofDay})
    and (select count(distinct source) ${ofDay} and source ${isCampaign}) >= ${CAMPAIGNS_A_DAY}
    then ${OTHER_CAMPAIGN} else ${source} end`;
  await db.batch([
    db
      .insert(visitTotals)
      .select(
        sql`select ${day}, ${counted}, value, 1 from json_each(${JSON.stringify([...new Set(reached)])}) where true`,
      )
      .onConflictDoUpdate({
        target: [visitTotals.day, visitTotals.source, visitTotals.stage],
        set: { count: sql`${visitTotals.count} + 1` },
      }),
    ...(await countStatements(c, db, "visit")),
  ]);
  return c.json({ ok: true, success: true }, 201);
});
