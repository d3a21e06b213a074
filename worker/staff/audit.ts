import { and, desc, eq, gt, gte, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import * as z from "zod/mini";
import type { Database } from "../../db/database.ts";
import { type AuditFilter, readByTheHour, showMany, showOne } from "../../db/model/staff/audit.ts";
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
import { cursorOf, pageOf, placeOf, whole } from "../http/cursor.ts";
import { READ_NOTED_EVERY_MS } from "./member.ts";

/** What an entry is about, by its present name; null if it no longer exists. */
export interface Subject {
  kind: "case" | "lender" | "dealer" | "member" | "message" | "letter";
  name: string;
}

/** The most entries that one page searches. If few match, the next page continues from there. */
const LOOKED_AT = 5000;
const newest = z.object({ id: whole });

/**
 * The newest entries that fit a filter, from a cursor on. `next` is the cursor of the page after this one, null at the
 * end; `isFarther` whether older ones that fit may follow a page that was not filled. Entries are taken to be written in the order of their times. They are read from an index in their order, of the narrowest thing that is asked for, and at most 5,000 of them.
 */
export async function readAudit(
  db: Database,
  filter: AuditFilter,
  page: { cursor?: string | undefined; most: number },
) {
  const before = placeOf(newest, page.cursor, { id: Number.MAX_SAFE_INTEGER }).id;
  const { userId, action, subjectId, from, until } = filter;
  // A reading that an entry notes may have been repeated for an hour without another entry.
  const hourBefore = from && new Date(from.getTime() - READ_NOTED_EVERY_MS);
  const narrowest: SQL | undefined =
    subjectId !== undefined
      ? eq(audit.subjectId, subjectId)
      : action !== undefined
        ? eq(audit.action, action)
        : userId !== undefined
          ? eq(audit.userId, userId)
          : undefined;
  // Use one bound, because with two SQLite may begin to read at the later one.
  const end = until
    ? sql`min(${before}, (select id + 1 from audit where at < ${until.getTime()} order by at desc limit 1))`
    : before;
  const looked = db
    .select()
    .from(audit)
    .where(
      and(
        narrowest,
        lt(audit.id, end),
        hourBefore && sql`${audit.id} >= (select id from audit where at > ${hourBefore.getTime()} order by at limit 1)`,
      ),
    )
    .orderBy(desc(audit.id))
    .limit(LOOKED_AT)
    .as("looked");
  const entries = await db
    .select({
      id: looked.id,
      at: looked.at,
      userId: looked.userId,
      username: looked.username,
      action: looked.action,
      subjectId: looked.subjectId,
      isAllowed: looked.isAllowed,
      change: looked.change,
    })
    .from(looked)
    .where(
      and(
        userId === undefined ? undefined : eq(looked.userId, userId),
        action === undefined ? undefined : eq(looked.action, action),
        from && hourBefore
          ? or(gte(looked.at, from), and(inArray(looked.action, readByTheHour), gt(looked.at, hourBefore)))
          : undefined,
        until && lt(looked.at, until),
      ),
    )
    .orderBy(desc(looked.id))
    .limit(page.most + 1);
  const { shown, next } = pageOf(entries, page.most, newest);
  if (next !== null) return { entries: shown, next, isFarther: false };
  const [last] = await db.select({ count: sql<number>`count(*)`, id: sql<number>`min(${looked.id})` }).from(looked);
  const isFarther = last?.count === LOOKED_AT;
  return { entries: shown, next: isFarther ? cursorOf(newest, last) : null, isFarther };
}

/** What each entry showed, in words for the file; null for nobody. A case shows all that was merged into it by then. */
export async function readShown(db: Database, entries: (typeof audit.$inferSelect)[], { until }: AuditFilter) {
  const opened = entries.filter(({ action }) => action === "readCase").map(({ subjectId }) => subjectId);
  const { applicationId, at, event } = caseEvents;
  const merged = await db
    .select({ applicationId, at, otherId: sql<string>`${event} ->> '$.otherId'` })
    .from(caseEvents)
    .where(
      and(
        sql`${applicationId} in (select value from json_each(${JSON.stringify(opened)}))`,
        sql`${event} ->> '$.kind' = 'merged' and ${event} ->> '$.before' is null`,
      ),
    );
  return entries.map(({ action, at, subjectId, isAllowed }) => {
    const many = showMany[action];
    if (!isAllowed || !(many || showOne.includes(action))) return null;
    const hour = readByTheHour.includes(action) ? READ_NOTED_EVERY_MS : 0;
    const last = new Date(Math.min(at.getTime() + hour, until?.getTime() ?? Number.POSITIVE_INFINITY));
    if (many) return `${many} until ${fileTime(last)}`;
    const within = merged.filter(
      (each) => action === "readCase" && each.applicationId === subjectId && each.at <= last,
    );
    return [...new Set([subjectId, ...within.map(({ otherId }) => otherId)])].join("; ");
  });
}

/** The names of the subjects with these ids. */
export async function readSubjects(db: Database, ids: (string | null)[]): Promise<Record<string, Subject>> {
  const wanted = sql`(select value from json_each(${JSON.stringify([...new Set(ids.filter(Boolean))])}))`;
  const found = await db.batch([
    db
      .select({ id: applications.id, name: applications.fullName })
      .from(applications)
      .where(sql`${applications.id} in ${wanted}`),
    db.select({ id: lenders.id, name: lenders.name }).from(lenders).where(sql`${lenders.id} in ${wanted}`),
    db.select({ id: dealers.id, name: dealers.name }).from(dealers).where(sql`${dealers.id} in ${wanted}`),
    db.select({ id: users.id, name: users.username }).from(users).where(sql`${users.id} in ${wanted}`),
    db
      .select({ id: contactMessages.id, name: contactMessages.name })
      .from(contactMessages)
      .where(sql`${contactMessages.id} in ${wanted}`),
    db
      .select({ id: letterTemplates.id, name: letterTemplates.name })
      .from(letterTemplates)
      .where(sql`${letterTemplates.id} in ${wanted}`),
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
