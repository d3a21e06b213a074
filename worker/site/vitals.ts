import { sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../db/database.ts";
import { originOf } from "../../db/model/site/source.ts";
import { VISIT_STAGES } from "../../db/model/site/visit.ts";
import { bucketEnds, VITALS } from "../../db/model/site/vitals.ts";
import { fileDay } from "../../db/model/time/time-for-staff.ts";
import { vitals as table, visitTotals } from "../../db/schema.ts";
import { pageRoutes } from "../../web/start/render.tsx";
import type { Env } from "../env.ts";
import { countedSource } from "../figures/totals.ts";
import { body, refuse } from "../http/body.ts";
import { countStatements } from "../http/limits.ts";
import { refusesMeasuring } from "../http/measuring.ts";

/** Measurements per page load: one of each metric for each page shown. */
const MAX_MEASURED = 40;

/** The bucket of each metric and the page's path, and how far the visit got. Nothing tells who measured, or when. */
const Report = z.object({
  openedFrom: z._default(z.string("Say where the visit began"), ""),
  /** What no earlier report of the visit said. */
  reached: z._default(z.array(z.enum(VISIT_STAGES, "Unknown stage"), "Say what was reached"), []),
  measured: z
    .array(
      z.tuple([
        z.string("Name a page"),
        z.enum(VITALS, "Unknown metric"),
        z.int("Name a bucket").check(z.nonnegative("Name a bucket")),
      ]),
      "Say what was measured",
    )
    .check(z.maxLength(MAX_MEASURED, "This is more than one page load")),
});

/** Routes of pages that visitors see. */
const measuredRoutes = pageRoutes
  .map(({ path }) => path)
  .filter((path) => path !== "*" && !path.startsWith("/desk/"))
  .map((route) => ({ route, path: new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`) }));

/** POST /api/vitals: adds a visitor's page speeds, and how far the visit got, to the day's counts (web/start/script/vitals.ts). */
export const vitals = new Hono<{ Bindings: Env }>().post("/", body(Report), async (c) => {
  // Browsers that ask not to be measured send nothing. If one does anyway, it is not kept.
  if (refusesMeasuring(c)) return c.json({ ok: true, success: true });
  const { measured, reached, openedFrom } = c.req.valid("json");
  const counted = measured.flatMap(([path, metric, bucket]) => {
    const known = measuredRoutes.find((each) => each.path.test(path));
    return known && bucket <= bucketEnds[metric].length ? [[known.route, metric, bucket]] : [];
  });
  if (measured.length + reached.length === 0) return refuse(c, 400, "Say what was measured");
  if (counted.length < measured.length) return refuse(c, 400, "There is no such page or bucket");
  const db = database(c.env.DB);
  const day = fileDay(new Date());
  const source = countedSource(visitTotals, day, originOf(openedFrom).source ?? "");
  await db.batch([
    db
      .insert(table)
      .select(
        sql`select ${day}, value ->> 0, value ->> 1, value ->> 2, 1 from json_each(${JSON.stringify(counted)}) where true`,
      )
      .onConflictDoUpdate({
        target: [table.day, table.route, table.metric, table.bucket],
        set: { count: sql`${table.count} + 1` },
      }),
    db
      .insert(visitTotals)
      .select(
        sql`select ${day}, ${source}, value, 1 from json_each(${JSON.stringify([...new Set(reached)])}) where true`,
      )
      .onConflictDoUpdate({
        target: [visitTotals.day, visitTotals.source, visitTotals.stage],
        set: { count: sql`${visitTotals.count} + 1` },
      }),
    ...(await countStatements(c, db, "vitals")),
  ]);
  return c.json({ ok: true, success: true }, 201);
});
