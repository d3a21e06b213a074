import { eq } from "drizzle-orm";
import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { DealerForm, LenderForm } from "../../../db/model/lenders.ts";
import { dealers, lenders } from "../../../db/schema.ts";
import { body, refuse } from "../../body.ts";
import { type DeskContext, type DeskEnv, may } from "./member.ts";

/** /api/desk/directory: lenders and dealers. Nobody is deleted, since referrals name them; they become inactive. */
export const directory = new Hono<DeskEnv>()
  .get("/directory", may("readDirectory"), async (c) => {
    const db = database(c.env.DB);
    const [lenderRows, dealerRows] = await db.batch([
      db.select().from(lenders).orderBy(lenders.name),
      db.select().from(dealers).orderBy(dealers.name),
    ]);
    return c.json({ lenders: lenderRows, dealers: dealerRows });
  })
  .post("/directory/lenders", may("editDirectory"), body(LenderForm), async (c) => {
    await database(c.env.DB)
      .insert(lenders)
      .values({ id: crypto.randomUUID(), ...c.req.valid("json") });
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/directory/lenders/:id", may("editDirectory"), body(LenderForm), async (c) => {
    const changed = await database(c.env.DB)
      .update(lenders)
      .set(c.req.valid("json"))
      .where(eq(lenders.id, c.req.param("id")))
      .returning({ id: lenders.id });
    return answer(c, changed);
  })
  .post("/directory/dealers", may("editDirectory"), body(DealerForm), async (c) => {
    await database(c.env.DB)
      .insert(dealers)
      .values({ id: crypto.randomUUID(), ...c.req.valid("json") });
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/directory/dealers/:id", may("editDirectory"), body(DealerForm), async (c) => {
    const changed = await database(c.env.DB)
      .update(dealers)
      .set(c.req.valid("json"))
      .where(eq(dealers.id, c.req.param("id")))
      .returning({ id: dealers.id });
    return answer(c, changed);
  });

function answer(c: DeskContext, changed: unknown[]) {
  return changed.length > 0 ? c.json({ ok: true, success: true }) : refuse(c, 404, "This is not in the directory.");
}
