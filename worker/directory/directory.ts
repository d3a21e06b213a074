import { getTableName } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import { type DealerForm, type LenderForm, refusedEntry } from "../../db/model/directory/lenders.ts";
import type { Member } from "../../db/model/staff/member.ts";
import { dealers, lenders } from "../../db/schema.ts";
import { saveEdit } from "../staff/changes.ts";

export type Table = typeof lenders | typeof dealers;

/** Every lender and dealer, by name. */
export async function readDirectory(db: Database) {
  const { lenderRows, dealerRows } = await named(db, {
    lenderRows: db.select().from(lenders).orderBy(lenders.name),
    dealerRows: db.select().from(dealers).orderBy(dealers.name),
  });
  return { lenders: lenderRows, dealers: dealerRows };
}

/** Adds an entry or, with an id, changes it (db/model/directory/lenders.ts). Null: unknown id. */
export function saveEntry(
  db: Database,
  member: Member,
  table: Table,
  { version, ...form }: (LenderForm | DealerForm) & { version?: number },
  id?: string,
) {
  const edited = id === undefined || version === undefined ? undefined : { id, version };
  return saveEdit(db, member, "editDirectory", table, form, edited, (stored) =>
    refusedEntry(getTableName(table), stored, form, edited),
  );
}
