import { and, desc, eq, isNotNull, sql } from "drizzle-orm";
import type { Database } from "../../db/database.ts";
import type { Refused } from "../../db/model/case/case.ts";
import type { Member } from "../../db/model/staff/member.ts";
import type { Change, DeskAction } from "../../db/model/staff/staff.ts";
import { audit, type dealers, type lenders, type letterTemplates } from "../../db/schema.ts";
import { committed, failUnless } from "../commit.ts";

/** The statement that logs what a member changed in the row with this id. */
export function noteChange(
  db: Database,
  by: Pick<Member, "id" | "username">,
  action: DeskAction,
  subjectId: string,
  change: Change,
) {
  const { id: userId, username } = by;
  return db.insert(audit).values({ at: new Date(), userId, username, action, subjectId, isAllowed: true, change });
}

type Versioned = typeof dealers | typeof lenders | typeof letterTemplates;

/**
 * Stores a form as a new row, or in place of the version that was `edited`, and logs it, unless a rule refuses it beside
 * all rows. Null: there is no row with this id.
 */
export function saveEdit<Table extends Versioned, Why extends Refused>(
  db: Database,
  by: Member,
  action: DeskAction,
  table: Table,
  form: { name: string },
  edited: { id: string; version: number } | undefined,
  refusedBeside: (stored: Table["$inferSelect"][]) => Why | null,
) {
  return committed(async (): Promise<"done" | Why | null> => {
    const stored: Table["$inferSelect"][] = await db.select().from(table as Versioned);
    const before = stored.find(({ id }) => id === edited?.id);
    if (edited && !before) return null;
    const refused = refusedBeside(stored);
    if (refused) return refused;
    const { id, version, ...old } = before ?? { id: crypto.randomUUID(), version: 0 };
    const row = { ...form, id, version: version + 1 } as never;
    const change = { name: before?.name ?? form.name, old: before ? old : null, new: { ...form } };
    await db.batch([
      unlessEdited(db, stored, table),
      db.insert(table).values(row).onConflictDoUpdate({ target: table.id, set: row }),
      noteChange(db, by, action, id, change),
    ]);
    return "done";
  });
}

/** Fails the whole batch if any row of these tables, which keep all rows and count their versions, has changed since it was read. */
export function unlessEdited(db: Database, read: { version: number }[], ...tables: Versioned[]) {
  const versions = tables.map((table) => sql`(select count(*) + total(version) from ${table})`);
  const sum = read.reduce((sum, { version }) => sum + 1 + version, 0);
  return failUnless(db, sql`${sql.join(versions, sql` + `)} = ${sum}`);
}

const CHANGES_SHOWN = 50;

/** The latest changes to a lender or dealer, newest first: who, when, and the values before and after. */
export function readDirectoryChanges(db: Database, subjectId: string) {
  return db
    .select({ id: audit.id, at: audit.at, username: audit.username, change: audit.change })
    .from(audit)
    .where(and(eq(audit.subjectId, subjectId), eq(audit.action, "editDirectory"), isNotNull(audit.change)))
    .orderBy(desc(audit.id))
    .limit(CHANGES_SHOWN);
}
