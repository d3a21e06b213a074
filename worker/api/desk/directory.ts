import { getTableName } from "drizzle-orm";
import { Hono } from "hono";
import { database } from "../../../db/database.ts";
import { DirectoryImport } from "../../../db/model/directory/directory-file.ts";
import {
  DealerChange,
  DealerForm,
  fullDirectory,
  LenderChange,
  LenderForm,
} from "../../../db/model/directory/lenders.ts";
import { dealers, lenders } from "../../../db/schema.ts";
import { addEntry, changeEntry, readDirectory, type Table } from "../../directory/directory.ts";
import { importDirectory } from "../../directory/import.ts";
import { body, refuse } from "../../http/body.ts";
import { readDirectoryChanges } from "../../staff/changes.ts";
import { type DeskContext, type DeskEnv, may } from "../../staff/member.ts";

const UNKNOWN = "This entry is not in the directory.";
const CHANGED = "Somebody else changed this entry while you were editing it. Your changes are not saved yet.";

/**
 * /api/desk/directory: lenders and dealers. They become inactive but are never deleted, since referrals name them.
 * /api/desk/import: a file of them.
 */
export const directory = new Hono<DeskEnv>()
  .get("/directory", may("readDirectory"), async (c) => c.json(await readDirectory(database(c.env.DB))))
  .post("/directory/lenders", may("editDirectory"), body(LenderForm), (c) => add(c, lenders, c.req.valid("json")))
  .put("/directory/lenders/:id", may("editDirectory"), body(LenderChange), (c) =>
    change(c, lenders, c.req.param("id"), c.req.valid("json")),
  )
  .post("/directory/dealers", may("editDirectory"), body(DealerForm), (c) => add(c, dealers, c.req.valid("json")))
  .put("/directory/dealers/:id", may("editDirectory"), body(DealerChange), (c) =>
    change(c, dealers, c.req.param("id"), c.req.valid("json")),
  )
  .get("/directory/:id/changes", may("readDirectory"), async (c) => {
    return c.json({ changes: await readDirectoryChanges(database(c.env.DB), c.req.param("id")) });
  })
  .post("/import", may("editDirectory"), body(DirectoryImport), async (c) => {
    const stored = await importDirectory(database(c.env.DB), c.var.member, c.req.valid("json").csv);
    if ("refused" in stored) return refuse(c, 400, stored.refused, { csv: stored.refused });
    return c.json({ ok: true, success: true, ...stored });
  });

async function add(c: DeskContext, table: Table, form: LenderForm | DealerForm) {
  const added = await addEntry(database(c.env.DB), c.var.member, table, form);
  if (added === "full") return refuse(c, 409, fullDirectory(getTableName(table)));
  return added === "taken" ? refuseTaken(c, form.name) : c.json({ ok: true, success: true }, 201);
}

async function change(c: DeskContext, table: Table, id: string, form: LenderChange | DealerChange) {
  const saved = await changeEntry(database(c.env.DB), c.var.member, table, id, form);
  if (saved === "taken") return refuseTaken(c, form.name);
  if (saved === "full") return refuse(c, 409, fullDirectory(getTableName(table)));
  if (saved === "unknown") return refuse(c, 404, UNKNOWN);
  return saved === "changed" ? refuse(c, 409, CHANGED) : c.json({ ok: true, success: true });
}

function refuseTaken(c: DeskContext, name: string) {
  const message = `The directory has ${name} already. Add what tells the two apart, such as the city`;
  return refuse(c, 400, message, { name: message });
}
