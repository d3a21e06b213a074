import { eq, or, type SQL } from "drizzle-orm";
import type { Context } from "hono";
import { type Database, isOneOf } from "../../db/database.ts";
import { applications, papers } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { get } from "./store.ts";

type Row = typeof papers.$inferSelect;

/** Files of applications that fit this condition, oldest first. */
export function filesOf(db: Database, which: SQL | undefined) {
  const theirs = db.select({ id: applications.id }).from(applications).where(which);
  return db.select().from(papers).where(isOneOf(papers.applicationId, theirs)).orderBy(papers.createdAt, papers.id);
}

/** Those of a case at the desk, also of what was merged into it. */
export function filesAtDesk(db: Database, id: string) {
  return filesOf(db, or(eq(applications.id, id), eq(applications.mergedInto, id)));
}

/** What is shown of a file besides itself. */
export function shownFile({ id, paper, size, type }: Row) {
  return { id, paper, size, type };
}

/** A file as bytes that can do nothing by themselves, for whoever may see it; undefined if it is gone. `read`: its bytes. */
export async function fileResponse(c: Context, file: Row | undefined, read?: Uint8Array<ArrayBuffer>) {
  const bytes = read ?? (file?.type && (await get(c.env as Env, file)));
  if (!file || !bytes) return;
  return c.body(bytes, 200, {
    "Content-Type": file.type ?? "",
    "Content-Disposition": `attachment; filename="${file.paper}.${file.type?.split("/")[1]}"`,
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "X-Robots-Tag": "noindex",
  });
}
