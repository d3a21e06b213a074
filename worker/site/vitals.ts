import { sql } from "drizzle-orm";
import { Hono } from "hono";
import * as z from "zod/mini";
import { database } from "../../db/database.ts";
import { bucketEnds, VITALS } from "../../db/model/site/vitals.ts";
import { fileDay } from "../../db/model/time/time-for-staff.ts";
import { vitals as table } from "../../db/schema.ts";
import { pageRoutes } from "../../web/start/render.tsx";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { countStatements } from "../http/limits.ts";

/** Measurements per page load: one of each metric for each page shown. */
const MAX_MEASURED = 40;

/** The bucket of each metric and the page's path. Nothing tells who measured, or when. */
const Report = z.object({
  measured: z
    .array(
      z.tuple([
        z.string("Name a page"),
        z.enum(VITALS, "Unknown metric"),
        z.int("Name a bucket").check(z.nonnegative("Name a bucket")),
      ]),
      "Say what was measured",
    )
    .check(z.minLength(1, "Say what was measured"), z.maxLength(MAX_MEASURED, "This is more than one page load")),
});

/** Routes of pages that visitors see. */
const measuredRoutes = pageRoutes
  .map(({ path }) => path)
  .filter((path) => path !== "*" && !path.startsWith("/desk/"))
  .map((route) => ({ route, path: new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`) }));

/** POST /api/vitals: adds a visitor's page speeds to the day's counts (web/start/script/vitals.ts). */
export const vitals = new Hono<{ Bindings: Env }>().post("/", body(Report), async (c) => {
  // Browsers that ask not to be measured send nothing. If one does anyway, it is not kept.
  if (c.req.header("sec-gpc") === "1") return c.json({ ok: true, success: true });
  const { measured } = c.req.valid("json");
  const counted = measured.flatMap(([path, metric, bucket]) => {
    const known = measuredRoutes.find((each) => each.path.test(path));
    return known && bucket <= bucketEnds[metric].length ? [[known.route, metric, bucket]] : [];
  });
  if (counted.length < measured.length) return refuse(c, 400, "There is no such page or bucket");
  const db = database(c.env.DB);
  const day = fileDay(new Date());
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
    ...(await countStatements(c, db, "vitals")),
  ]);
  return c.json({ ok: true, success: true }, 201);
});
