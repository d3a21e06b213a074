import { and, asc, desc, eq, getTableColumns, gte, lt, lte, not, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type Database, isOneOf, named } from "../../db/database.ts";
import { type AuditFilter, READINGS, SAME_DEED_MS } from "../../db/model/staff/audit.ts";
import {
  applications,
  audit,
  caseEvents,
  contactMessages,
  dealers,
  lenders,
  letterTemplates,
  referrals,
  users,
} from "../../db/schema.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";

/** What an entry is about, by its present name; null if it no longer exists. */
export interface Subject {
  kind: "case" | "lender" | "dealer" | "member" | "message" | "letter";
  name: string;
}

const SHOWN = 100;
const newest = z.object({ id: whole });

/**
 * A page of the log, newest first, from a cursor on. What was only read is left out unless it is about one member or one thing.
 * `next` is the cursor of the next page, null at the end. Entries are taken to be written in the order of their times.
 */
export async function readAudit(db: Database, { userId, subjectId, day }: AuditFilter, cursor?: string) {
  const before = placeOf(newest, cursor, { id: Number.MAX_SAFE_INTEGER }).id;
  const firstFrom = (time: Date) => sql`(select id from audit where at >= ${time.getTime()} order by at, id limit 1)`;
  const isNarrow = userId !== undefined || subjectId !== undefined;
  const entries = await db
    .select()
    .from(audit)
    .where(
      and(
        userId === undefined ? undefined : eq(audit.userId, userId),
        subjectId === undefined ? undefined : eq(audit.subjectId, subjectId),
        isNarrow ? undefined : not(sql`(${audit.isAllowed} and ${isOneOf(audit.action, READINGS)})`),
        day && sql`${audit.id} >= ${firstFrom(day.start)}`,
        lt(audit.id, day ? sql`min(${before}, ifnull(${firstFrom(day.end)}, ${before}))` : before),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(SHOWN + 1);
  const { shown, next } = pageOf(entries, SHOWN, newest);
  return { entries: shown, next };
}

/** What members did in these cases at about the times of these entries, in order, and to whom an application was sent. */
export function readEvents(db: Database, entries: (typeof audit.$inferSelect)[]) {
  const times = entries.map(({ at }) => at.getTime());
  return db
    .select({ ...getTableColumns(caseEvents), recipientName: referrals.recipientName })
    .from(caseEvents)
    .leftJoin(referrals, eq(referrals.id, sql`${caseEvents.event} ->> '$.referralId'`))
    .where(
      and(
        isOneOf(
          caseEvents.applicationId,
          entries.map(({ subjectId }) => subjectId),
        ),
        gte(caseEvents.at, new Date(Math.min(...times))),
        lte(caseEvents.at, new Date(Math.max(...times) + SAME_DEED_MS)),
      ),
    )
    .orderBy(asc(caseEvents.id));
}

/** The names of the subjects with these ids. */
export async function readSubjects(db: Database, ids: (string | null)[]): Promise<Record<string, Subject>> {
  const found = await named(db, {
    case: db
      .select({ id: applications.id, name: applications.fullName })
      .from(applications)
      .where(isOneOf(applications.id, ids)),
    lender: db.select({ id: lenders.id, name: lenders.name }).from(lenders).where(isOneOf(lenders.id, ids)),
    dealer: db.select({ id: dealers.id, name: dealers.name }).from(dealers).where(isOneOf(dealers.id, ids)),
    member: db.select({ id: users.id, name: users.username }).from(users).where(isOneOf(users.id, ids)),
    message: db
      .select({ id: contactMessages.id, name: contactMessages.name })
      .from(contactMessages)
      .where(isOneOf(contactMessages.id, ids)),
    letter: db
      .select({ id: letterTemplates.id, name: letterTemplates.name })
      .from(letterTemplates)
      .where(isOneOf(letterTemplates.id, ids)),
  } satisfies Record<Subject["kind"], unknown>);
  const kinds = Object.keys(found) as Subject["kind"][];
  return Object.fromEntries(kinds.flatMap((kind) => found[kind].map(({ id, name }) => [id, { kind, name }])));
}

/** Every member who may have entries in the log. */
export function readNames(db: Database) {
  return db.select({ id: users.id, username: users.username }).from(users).orderBy(users.username);
}
