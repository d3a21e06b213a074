import { and, eq, gt } from "drizzle-orm";
import { Hono } from "hono";
import { database, retried } from "../../db/database.ts";
import { SealedDraft } from "../../db/model/form/sealed-draft.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import { ANSWERS_KEPT_DAYS } from "../../db/model/time/retention.ts";
import { t } from "../../db/model/words.ts";
import { sealedDrafts as table } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { randomToken } from "../hash.ts";
import { body, refuse } from "../http/body.ts";
import { countStatements } from "../http/limits.ts";

/** /api/drafts: unsent applications on their way to another device, sealed in the browser so that we cannot read them. */
export const drafts = new Hono<{ Bindings: Env }>()
  .post("/", body(SealedDraft), async (c) => {
    const db = database(c.env.DB);
    const id = randomToken();
    const counts = await countStatements(c, db, "draft");
    const { sealed } = c.req.valid("json");
    await retried(() => db.batch([db.insert(table).values({ id, sealed }).onConflictDoNothing(), ...counts]));
    return c.json({ ok: true, success: true, id }, 201);
  })
  .get("/:id", async (c) => {
    const isYoung = gt(table.createdAt, new Date(Date.now() - ANSWERS_KEPT_DAYS * DAY_MS));
    const [found] = await database(c.env.DB)
      .select({ sealed: table.sealed })
      .from(table)
      .where(and(eq(table.id, c.req.param("id")), isYoung));
    return found ? c.json(found) : refuse(c, 404, t`This link no longer works`);
  });
