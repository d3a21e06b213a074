import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { DirectoryImport } from "../../../db/model/directory/directory-file.ts";
import { DealerChange, DealerForm, LenderChange, LenderForm } from "../../../db/model/directory/lenders.ts";
import { dealers, lenders } from "../../../db/schema.ts";
import { readDirectory, saveEntry, type Table } from "../../directory/directory.ts";
import { importDirectory } from "../../directory/import.ts";
import type { DeskContext, DeskEnv } from "../../env.ts";
import { body, refuse } from "../../http/body.ts";
import { readDirectoryChanges } from "../../staff/changes.ts";
import { may } from "../../staff/member.ts";

/**
 * /api/desk/directory: lenders and dealers. They become inactive but are never deleted, since referrals name them.
 * /api/desk/import: a file of them.
 */
export const directory = new Hono<DeskEnv>()
  .get("/directory", may("readDirectory"), async (c) => c.json(await readDirectory(database(c.env.DB))))
  .post("/directory/lenders", may("editDirectory"), body(LenderForm), (c) => save(c, lenders, c.req.valid("json")))
  .put("/directory/lenders/:id", may("editDirectory"), body(LenderChange), (c) =>
    save(c, lenders, c.req.valid("json"), c.req.param("id")),
  )
  .post("/directory/dealers", may("editDirectory"), body(DealerForm), (c) => save(c, dealers, c.req.valid("json")))
  .put("/directory/dealers/:id", may("editDirectory"), body(DealerChange), (c) =>
    save(c, dealers, c.req.valid("json"), c.req.param("id")),
  )
  .get("/directory/:id/changes", may("readDirectory"), async (c) => {
    return c.json({ changes: await readDirectoryChanges(database(c.env.DB), c.req.param("id")) });
  })
  .post("/import", may("editDirectory"), body(DirectoryImport), async (c) => {
    const stored = await importDirectory(database(c.env.DB), c.var.member, c.req.valid("json").csv);
    if ("refused" in stored) return refuse(c, 400, stored.refused, { csv: stored.refused });
    return c.json({ ok: true, success: true, ...stored });
  });

async function save(
  c: DeskContext,
  table: Table,
  form: LenderForm | DealerForm | LenderChange | DealerChange,
  id?: string,
) {
  const saved = await saveEntry(database(c.env.DB), c.var.member, table, form, id);
  if (saved === "done") return c.json({ ok: true, success: true }, id === undefined ? 201 : 200);
  if (!saved) return refuse(c, 404, "This entry is not in the directory.");
  return saved.isTaken ? refuse(c, 400, saved.refused, { name: saved.refused }) : refuse(c, 409, saved.refused);
}
