import { and, desc, eq, lt, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type Database, database, isOneOf } from "../../db/database.ts";
import {
  type AuditFilter,
  fits,
  READ_NOTED_EVERY_MS,
  readByTheHour,
  showMany,
  showOne,
  showWithMerged,
} from "../../db/model/staff/audit.ts";
import { fileTime } from "../../db/model/time/time-for-staff.ts";
import {
  applications,
  audit,
  caseEvents,
  contactMessages,
  dealers,
  lenders,
  letterTemplates,
  users,
} from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { cursorOf, pageOf, placeOf, whole } from "../http/cursor.ts";

/** What an entry is about, by its present name; null if it no longer exists. */
export interface Subject {
  kind: "case" | "lender" | "dealer" | "member" | "message" | "letter";
  name: string;
}

/** How many entries one page may search. If few match, the next page continues. */
const LOOKED_AT = 5000;
const newest = z.object({ id: whole });

/**
 * The newest entries that fit a filter, from a cursor on. `next` is the cursor of the page after this one, null at the end; `isFarther`
 * whether older ones that fit may follow a page that was not filled. Entries are taken to be written in the order of their times.
 */
export async function readAudit(env: Env, filter: AuditFilter, page: { cursor?: string | undefined; most: number }) {
  const db = database(env.DB);
  const before = placeOf(newest, page.cursor, { id: Number.MAX_SAFE_INTEGER }).id;
  const { looked, isAll } = await inDatabase(db, filter, before, page.most + 1);
  const entries = looked.filter((entry) => fits(entry, filter));
  const { shown, next } = pageOf(entries, page.most, newest);
  if (next !== null) return { entries: shown, next, isFarther: false };
  const last = looked.at(-1)?.id ?? before;
  return { entries: shown, next: isAll ? null : cursorOf(newest, { id: last }), isFarther: !isAll };
}

/** Entries in D1 before this id, from an index of the narrowest thing that is asked for; whether there are no more. */
async function inDatabase(db: Database, filter: AuditFilter, before: number, most: number) {
  const { userId, action, subjectId, from, until, isOnlyDeeds } = filter;
  const [narrowest, ...others] = [
    subjectId !== undefined && eq(audit.subjectId, subjectId),
    action !== undefined && eq(audit.action, action),
    userId !== undefined && eq(audit.userId, userId),
    from,
    until,
  ].filter(Boolean);
  const limit = others.length > 0 || narrowest instanceof Date || isOnlyDeeds ? LOOKED_AT : most;
  // Use one bound, because with two SQLite may begin to read at the later one.
  const end = until
    ? sql`min(${before}, (select id + 1 from audit where at < ${until.getTime()} order by at desc limit 1))`
    : before;
  const start = from && from.getTime() - READ_NOTED_EVERY_MS;
  const looked = await db
    .select()
    .from(audit)
    .where(
      and(
        narrowest instanceof Date ? undefined : narrowest || undefined,
        lt(audit.id, end),
        start === undefined
          ? undefined
          : sql`${audit.id} >= (select id from audit where at > ${start} order by at limit 1)`,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(limit);
  return { looked, isAll: looked.length < limit };
}

/** What each entry showed, in words for the file; null for nobody. A case shows all that was merged into it by then. */
export async function readShown(db: Database, entries: (typeof audit.$inferSelect)[], { until }: AuditFilter) {
  const opened = entries.filter(({ action }) => showWithMerged.includes(action)).map(({ subjectId }) => subjectId);
  const { applicationId, at, event } = caseEvents;
  const merged = await db
    .select({ applicationId, at, otherId: sql<string>`${event} ->> '$.otherId'` })
    .from(caseEvents)
    .where(
      and(isOneOf(applicationId, opened), sql`${event} ->> '$.kind' = 'merged' and ${event} ->> '$.before' is null`),
    );
  return entries.map(({ action, at, subjectId, isAllowed }) => {
    const many = showMany[action];
    if (!isAllowed || !(many || showOne.includes(action))) return null;
    const hour = readByTheHour.includes(action) ? READ_NOTED_EVERY_MS : 0;
    const last = new Date(Math.min(at.getTime() + hour, until?.getTime() ?? Number.POSITIVE_INFINITY));
    if (many) return `${many} until ${fileTime(last)}`;
    const within = merged.filter(
      (each) => showWithMerged.includes(action) && each.applicationId === subjectId && each.at <= last,
    );
    return [...new Set([subjectId, ...within.map(({ otherId }) => otherId)])].join("; ");
  });
}

/** The names of the subjects with these ids. */
export async function readSubjects(db: Database, ids: (string | null)[]): Promise<Record<string, Subject>> {
  const found = await db.batch([
    db
      .select({ id: applications.id, name: applications.fullName })
      .from(applications)
      .where(isOneOf(applications.id, ids)),
    db.select({ id: lenders.id, name: lenders.name }).from(lenders).where(isOneOf(lenders.id, ids)),
    db.select({ id: dealers.id, name: dealers.name }).from(dealers).where(isOneOf(dealers.id, ids)),
    db.select({ id: users.id, name: users.username }).from(users).where(isOneOf(users.id, ids)),
    db
      .select({ id: contactMessages.id, name: contactMessages.name })
      .from(contactMessages)
      .where(isOneOf(contactMessages.id, ids)),
    db
      .select({ id: letterTemplates.id, name: letterTemplates.name })
      .from(letterTemplates)
      .where(isOneOf(letterTemplates.id, ids)),
  ]);
  const kinds = ["case", "lender", "dealer", "member", "message", "letter"] as const;
  return Object.fromEntries(
    found.flatMap((rows, index) => rows.map(({ id, name }) => [id, { kind: kinds[index] ?? "case", name }])),
  );
}

/** Every member who may have entries in the log. */
export function readNames(db: Database) {
  return db.select({ id: users.id, username: users.username }).from(users).orderBy(users.username);
}
