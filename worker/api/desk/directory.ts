import { eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import { type Database, database } from "../../../db/database.ts";
import { DealerForm, LenderForm } from "../../../db/model/lenders.ts";
import { dealers, lenders } from "../../../db/schema.ts";
import { body, refuse } from "../../body.ts";
import { asJson, changeStatement } from "../../desk/changes.ts";
import { type DeskContext, type DeskEnv, may } from "../../desk/member.ts";
import type { Member } from "../../session.ts";

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
    const db = database(c.env.DB);
    const form = c.req.valid("json");
    const id = crypto.randomUUID();
    await db.batch([db.insert(lenders).values({ id, ...form }), edited(db, c.var.member, lenders, id, form)]);
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/directory/lenders/:id", may("editDirectory"), body(LenderForm), async (c) => {
    const db = database(c.env.DB);
    const form = c.req.valid("json");
    const id = c.req.param("id");
    const { name, category, leadAddress, criteria, isActive } = lenders;
    const [, [found]] = await db.batch([
      edited(db, c.var.member, lenders, id, form, asJson({ name, category, leadAddress, criteria, isActive })),
      db.update(lenders).set(form).where(eq(lenders.id, id)).returning({ id: lenders.id }),
    ]);
    return found ? c.json({ ok: true, success: true }) : unknownRecipient(c);
  })
  .post("/directory/dealers", may("editDirectory"), body(DealerForm), async (c) => {
    const db = database(c.env.DB);
    const form = c.req.valid("json");
    const id = crypto.randomUUID();
    await db.batch([db.insert(dealers).values({ id, ...form }), edited(db, c.var.member, dealers, id, form)]);
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/directory/dealers/:id", may("editDirectory"), body(DealerForm), async (c) => {
    const db = database(c.env.DB);
    const form = c.req.valid("json");
    const id = c.req.param("id");
    const { name, metro, leadAddress, isActive } = dealers;
    const [, [found]] = await db.batch([
      edited(db, c.var.member, dealers, id, form, asJson({ name, metro, leadAddress, isActive })),
      db.update(dealers).set(form).where(eq(dealers.id, id)).returning({ id: dealers.id }),
    ]);
    return found ? c.json({ ok: true, success: true }) : unknownRecipient(c);
  });

function edited(
  db: Database,
  member: Member,
  table: typeof lenders | typeof dealers,
  id: string,
  form: LenderForm | DealerForm,
  old?: SQL,
) {
  return changeStatement(db, member, table, eq(table.id, id), {
    action: "editDirectory",
    name: table.name,
    old,
    new: form,
  });
}

function unknownRecipient(c: DeskContext) {
  return refuse(c, 404, "This is not in the directory.");
}
