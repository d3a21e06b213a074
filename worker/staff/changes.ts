import { and, desc, eq, isNotNull, type SQL, sql } from "drizzle-orm";
import type { SQLiteColumn } from "drizzle-orm/sqlite-core";
import type { Database } from "../../db/database.ts";
import type { Refused } from "../../db/model/case/case.ts";
import type { Change, DeskAction } from "../../db/model/staff/staff.ts";
import {
  type applications,
  audit,
  type callCapacity,
  type dealers,
  type lenders,
  type letterTemplates,
  type stories,
  users,
} from "../../db/schema.ts";
import { committed, failUnless } from "../commit.ts";
import type { Member } from "./session.ts";

interface Changing {
  action: DeskAction;
  /** The column with the subject's name; absent for an applicant. */
  name?: SQLiteColumn;
  /** The values before the change, as JSON; absent for a new row. */
  old?: SQL;
  new: Change["new"];
}

/** The statement that logs a member's change to a row. Runs before the change, or after it for a new row. */
export function changeStatement(
  db: Database,
  { id: userId, username }: Pick<Member, "id" | "username">,
  table: typeof applications | typeof callCapacity | typeof stories | typeof users,
  condition: SQL | undefined,
  { action, name, old = sql`null`, new: next }: Changing,
) {
  const facts = sql`'old', ${old}, 'new', json(${JSON.stringify(next)})`;
  return db.insert(audit).select(
    db
      .select({
        id: sql<number>`null`.as("id"),
        at: sql<Date>`${Date.now()}`.as("at"),
        userId: sql<string>`${userId}`.as("userId"),
        username: sql<string>`${username}`.as("username"),
        action: sql<DeskAction>`${action}`.as("action"),
        subjectId: sql<string>`${table.id}`.as("subjectId"),
        isAllowed: sql<boolean>`1`.as("isAllowed"),
        change: sql<Change>`${name ? sql`json_object('name', ${name}, ${facts})` : sql`json_object(${facts})`}`.as(
          "change",
        ),
      })
      .from(table)
      .where(condition),
  );
}

/** The statement that logs what a member changed in the row with this id. */
function noteStatement(
  db: Database,
  by: Pick<Member, "id" | "username">,
  action: DeskAction,
  subjectId: string,
  change: Change,
) {
  return db.insert(audit).values({ userId: by.id, username: by.username, action, subjectId, isAllowed: true, change });
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
      noteStatement(db, by, action, id, change),
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

/** The statement that logs what is changed in the members that fit. */
export function userChange(
  db: Database,
  member: Pick<Member, "id" | "username">,
  condition: SQL | undefined,
  change: Omit<Changing, "name">,
) {
  return changeStatement(db, member, users, condition, { name: users.username, old: sql`json_object()`, ...change });
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

/** Columns of a row as JSON, as the API returns them. */
export function asJson(columns: Record<string, SQLiteColumn>) {
  const pairs = Object.entries(columns).map(([name, column]) => sql`${name}, ${inJson(column)}`);
  return sql`json_object(${sql.join(pairs, sql`, `)})`;
}

function inJson(column: SQLiteColumn) {
  switch (column.dataType) {
    case "json":
      return sql`json(${column})`;
    case "boolean":
      return sql`json(iif(${column}, 'true', 'false'))`;
    default:
      return sql`${column}`;
  }
}
