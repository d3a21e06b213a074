import { and, eq, type SQL } from "drizzle-orm";
import { type Database, named } from "../../db/database.ts";
import {
  type DealerChange,
  type DealerForm,
  foldedName,
  type LenderChange,
  type LenderForm,
  MOST_ACTIVE,
} from "../../db/model/directory/lenders.ts";
import { dealers, lenders } from "../../db/schema.ts";
import { asJson, changeStatement } from "../staff/changes.ts";
import type { Member } from "../staff/session.ts";

export type Table = typeof lenders | typeof dealers;

/** Directory entries as JSON, with the fields that managers edit. */

export const lenderAsJson = asJson({
  name: lenders.name,
  category: lenders.category,
  leadAddress: lenders.leadAddress,
  criteria: lenders.criteria,
  contactPerson: lenders.contactPerson,
  phone: lenders.phone,
  notes: lenders.notes,
  isActive: lenders.isActive,
  firmOrder: lenders.firmOrder,
});

export const dealerAsJson = asJson({
  name: dealers.name,
  metro: dealers.metro,
  leadAddress: dealers.leadAddress,
  contactPerson: dealers.contactPerson,
  phone: dealers.phone,
  notes: dealers.notes,
  isActive: dealers.isActive,
  firmOrder: dealers.firmOrder,
  isByLink: dealers.isByLink,
});

/** Every lender and dealer, by name. */
export async function readDirectory(db: Database) {
  const { lenderRows, dealerRows } = await named(db, {
    lenderRows: db.select().from(lenders).orderBy(lenders.name),
    dealerRows: db.select().from(dealers).orderBy(dealers.name),
  });
  return { lenders: lenderRows, dealers: dealerRows };
}

/** Adds an entry. 'taken' if the directory has its name, by which an import recognizes entries; 'full' if no more may be active. */
export async function addEntry(db: Database, member: Member, table: Table, form: LenderForm | DealerForm) {
  const refused = await refusedBeside(db, table, form);
  if (refused) return refused;
  const id = crypto.randomUUID();
  await named(db, {
    added: db.insert(table).values({ id, ...form }),
    logged: edited(db, member, table, eq(table.id, id), form),
  });
  return "done";
}

/** Saves a change unless somebody else has saved one after the version that was edited. */
export async function changeEntry(
  db: Database,
  member: Member,
  table: Table,
  id: string,
  { version, ...form }: LenderChange | DealerChange,
) {
  const refused = await refusedBeside(db, table, form, id);
  if (refused) return refused;
  const isEditedVersion = and(eq(table.id, id), eq(table.version, version));
  const old = table === lenders ? lenderAsJson : dealerAsJson;
  const { changed, found } = await named(db, {
    logged: edited(db, member, table, isEditedVersion, form, old),
    changed: db
      .update(table)
      .set({ ...form, version: version + 1 })
      .where(isEditedVersion)
      .returning({ id: table.id }),
    found: db.select({ id: table.id }).from(table).where(eq(table.id, id)),
  });
  if (changed.length > 0) return "done";
  return found.length > 0 ? "changed" : "unknown";
}

async function refusedBeside(db: Database, table: Table, { name, isActive }: LenderForm | DealerForm, id?: string) {
  const entries = await db.select({ id: table.id, name: table.name, isActive: table.isActive }).from(table);
  const others = entries.filter((other) => other.id !== id);
  if (others.some((other) => foldedName(other.name) === foldedName(name))) return "taken";
  const wasActive = entries.some((entry) => entry.id === id && entry.isActive);
  const active = others.filter((other) => other.isActive).length;
  return isActive && !wasActive && active >= MOST_ACTIVE ? "full" : null;
}

function edited(
  db: Database,
  member: Member,
  table: Table,
  condition: SQL | undefined,
  form: LenderForm | DealerForm,
  old?: SQL,
) {
  return changeStatement(db, member, table, condition, { action: "editDirectory", name: table.name, old, new: form });
}
