import { and, eq, type SQL } from "drizzle-orm";
import { Hono } from "hono";
import { type Database, database, named } from "../../../db/database.ts";
import { DirectoryFile, DirectoryImport } from "../../../db/model/directory/directory-file.ts";
import { DealerChange, DealerForm, foldedName, LenderChange, LenderForm } from "../../../db/model/directory/lenders.ts";
import { dealers, lenders } from "../../../db/schema.ts";
import { dealerAsJson, lenderAsJson } from "../../directory/directory.ts";
import { importDirectory, previewImport, sampleFile } from "../../directory/import.ts";
import { body, refuse } from "../../http/body.ts";
import { changeStatement, readDirectoryChanges } from "../../staff/changes.ts";
import { type DeskContext, type DeskEnv, may } from "../../staff/member.ts";
import type { Member } from "../../staff/session.ts";

/**
 * /api/desk/directory: lenders and dealers. Nobody is deleted, since referrals name them; they become inactive. /api/desk/import:
 * many of them from a file, which is judged first and stored by a second call.
 */
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
    if (await isTaken(db, lenders, form.name)) return refuseTaken(c, form.name);
    const id = crypto.randomUUID();
    await db.batch([
      db.insert(lenders).values({ id, ...form }),
      edited(db, c.var.member, lenders, eq(lenders.id, id), form),
    ]);
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/directory/lenders/:id", may("editDirectory"), body(LenderChange), async (c) => {
    return change(c, lenders, c.req.param("id"), c.req.valid("json"), lenderAsJson);
  })
  .post("/directory/dealers", may("editDirectory"), body(DealerForm), async (c) => {
    const db = database(c.env.DB);
    const form = c.req.valid("json");
    if (await isTaken(db, dealers, form.name)) return refuseTaken(c, form.name);
    const id = crypto.randomUUID();
    await db.batch([
      db.insert(dealers).values({ id, ...form }),
      edited(db, c.var.member, dealers, eq(dealers.id, id), form),
    ]);
    return c.json({ ok: true, success: true }, 201);
  })
  .put("/directory/dealers/:id", may("editDirectory"), body(DealerChange), async (c) => {
    return change(c, dealers, c.req.param("id"), c.req.valid("json"), dealerAsJson);
  })
  .get("/directory/:id/changes", may("readDirectory"), async (c) => {
    return c.json({ changes: await readDirectoryChanges(database(c.env.DB), c.req.param("id")) });
  })
  .post("/import/preview", may("editDirectory"), body(DirectoryFile), async (c) => {
    const preview = await previewImport(database(c.env.DB), c.req.valid("json").csv);
    return "refused" in preview ? refuse(c, 400, preview.refused, { csv: preview.refused }) : c.json(preview);
  })
  .post("/import", may("editDirectory"), body(DirectoryImport), async (c) => {
    const stored = await importDirectory(database(c.env.DB), c.var.member, c.req.valid("json"));
    if ("refused" in stored) return refuse(c, 400, stored.refused, { csv: stored.refused });
    return c.json({ ok: true, success: true, ...stored });
  })
  .get("/import/sample.csv", may("editDirectory"), (c) => {
    c.header("Content-Disposition", 'attachment; filename="directory-sample.csv"');
    return c.body(sampleFile(), 200, { "Content-Type": "text/csv; charset=utf-8" });
  });

/** An import recognizes lenders and dealers by their names. */
async function isTaken(db: Database, table: typeof lenders | typeof dealers, name: string, id?: string) {
  const entries = await db.select({ id: table.id, name: table.name }).from(table);
  return entries.some((other) => other.id !== id && foldedName(other.name) === foldedName(name));
}

function refuseTaken(c: DeskContext, name: string) {
  const message = `The directory has ${name} already. Add what tells the two apart, such as the city`;
  return refuse(c, 400, message, { name: message });
}

/** Saves a change unless somebody else has saved one after the version that was edited. */
async function change(
  c: DeskContext,
  table: typeof lenders | typeof dealers,
  id: string,
  { version, ...form }: LenderChange | DealerChange,
  old: SQL,
) {
  const db = database(c.env.DB);
  if (await isTaken(db, table, form.name, id)) return refuseTaken(c, form.name);
  const isEditedVersion = and(eq(table.id, id), eq(table.version, version));
  const {
    changed: [changed],
    found: [found],
  } = await named(db, {
    logged: edited(db, c.var.member, table, isEditedVersion, form, old),
    changed: db
      .update(table)
      .set({ ...form, version: version + 1 })
      .where(isEditedVersion)
      .returning({ id: table.id }),
    found: db.select({ id: table.id }).from(table).where(eq(table.id, id)),
  });
  if (changed) return c.json({ ok: true, success: true });
  if (!found) return refuse(c, 404, "This entry is not in the directory.");
  return refuse(c, 409, "Somebody else changed this entry while you were editing it. Your changes are not saved yet.");
}

function edited(
  db: Database,
  member: Member,
  table: typeof lenders | typeof dealers,
  condition: SQL | undefined,
  form: LenderForm | DealerForm,
  old?: SQL,
) {
  return changeStatement(db, member, table, condition, {
    action: "editDirectory",
    name: table.name,
    old,
    new: form,
  });
}
