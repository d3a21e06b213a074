import { and, isNotNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { BIN_DAYS } from "./model/blog/blog-post.ts";
import { daysAgo } from "./model/site/statistics.ts";
import { DAY_MS, HOUR_MS } from "./model/time/clock.ts";
import {
  APPLICATION_KEPT_YEARS,
  AUDIT_KEPT_MONTHS,
  CONTACT_MESSAGE_KEPT_MONTHS,
  monthsBefore,
  PAPERS_KEPT_DAYS,
  PAPERS_KEPT_YEARS,
  SENT_MAIL_KEPT_DAYS,
  SESSION_IDLE_HOURS,
  SESSION_MAX_DAYS,
  STATISTICS_KEPT_DAYS,
  UNCONFIRMED_ADDRESS_KEPT_DAYS,
} from "./model/time/retention.ts";
import * as schema from "./schema.ts";

type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? Name : never;
}[keyof typeof schema];
export const tables: Record<TableName, SQLiteTable> = schema;

/**
 * How long a row is kept: until this condition holds at a night's `now`, until somebody deletes it, or as long as the row that
 * it belongs to. With an application goes all that is of it; its history goes before, when the case is thinned out.
 */
type Kept = ((now: Date) => SQL | undefined) | "always" | "withApplication" | "asHistory" | "withItsRow";

/** How long the rows of each table are kept (db/model/time/retention.ts). */
export const kept = {
  applications: (now) => lte(schema.applications.createdAt, monthsBefore(now, 12 * APPLICATION_KEPT_YEARS)),
  nameWords: "withApplication",
  caseEvents: "withApplication",
  appointments: "asHistory",
  callCapacity: "always",
  lenders: "always",
  dealers: "always",
  suggestions: "asHistory",
  answerTotals: "always",
  questions: "always",
  permissions: "withApplication",
  referrals: "withApplication",
  letterTemplates: "always",
  letters: "asHistory",
  audit: (now) => lte(schema.audit.at, monthsBefore(now, AUDIT_KEPT_MONTHS)),
  papers: (now) =>
    or(
      lte(schema.papers.createdAt, monthsBefore(now, 12 * PAPERS_KEPT_YEARS)),
      isLongOver(before(now, PAPERS_KEPT_DAYS * DAY_MS)),
    ),
  codes: (now) => lte(schema.codes.expiresAt, now),
  keptConsents: (now) => lte(schema.keptConsents.appliedAt, monthsBefore(now, 12 * APPLICATION_KEPT_YEARS)),
  stories: "always",
  outbox: (now) => and(schema.hasEnded, lte(schema.outbox.createdAt, before(now, SENT_MAIL_KEPT_DAYS * DAY_MS))),
  forecastResults: "always",
  contactMessages: (now) => lte(schema.contactMessages.createdAt, monthsBefore(now, CONTACT_MESSAGE_KEPT_MONTHS)),
  messageReplies: "withItsRow",
  blogPosts: (now) =>
    and(isNotNull(schema.blogPosts.deletedAt), lte(schema.blogPosts.deletedAt, before(now, BIN_DAYS * DAY_MS))),
  blogRedirects: "withItsRow",
  newsletterSubscribers: (now) =>
    and(
      sql`${schema.newsletterSubscribers.status} in ('pending', 'unreachable')`,
      lte(schema.newsletterSubscribers.requestedAt, before(now, UNCONFIRMED_ADDRESS_KEPT_DAYS * DAY_MS)),
    ),
  newsletterTokens: "withItsRow",
  users: "always",
  passkeys: "always",
  recoveryCodes: "always",
  sessions: (now) =>
    or(
      lte(schema.sessions.createdAt, before(now, SESSION_MAX_DAYS * DAY_MS)),
      lt(schema.sessions.lastUsedAt, before(now, SESSION_IDLE_HOURS * HOUR_MS)),
    ),
  counters: (now) => lte(schema.counters.endsAt, now),
  jobs: "always",
  alarms: (now) => lt(schema.alarms.endedAt, before(now, STATISTICS_KEPT_DAYS * DAY_MS)),
  visitTotals: (now) => lt(schema.visitTotals.day, daysAgo(now, STATISTICS_KEPT_DAYS - 1).day),
} satisfies Record<TableName, Kept>;

/** The tables that are kept like this. */
export function tablesKept(how: Kept & string) {
  return (Object.keys(kept) as TableName[]).filter((name) => kept[name] === how).map((name) => tables[name]);
}

/** Of papers whose case, or the one that it goes on in, was closed before this time and has not changed since. */
function isLongOver(closedBefore: Date) {
  return sql`exists (select 1 from applications theirs join applications main on main.id = coalesce(theirs.mergedInto, theirs.id)
    where theirs.id = ${schema.papers.applicationId} and main.outcome is not null and not exists (select 1 from case_events
      where applicationId = main.id and at > ${closedBefore.getTime()}
      and event ->> '$.kind' = 'status' and event ->> '$.outcome' is not null))`;
}

function before(now: Date, milliseconds: number) {
  return new Date(now.getTime() - milliseconds);
}
