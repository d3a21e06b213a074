import { and, getTableColumns, gt, isNotNull, lt, lte, or, type SQL, sql } from "drizzle-orm";
import type { SQLiteTable } from "drizzle-orm/sqlite-core";
import { type Database, database, isOneOf, retried } from "../../db/database.ts";
import { BIN_DAYS } from "../../db/model/blog/blog-post.ts";
import { stemOf } from "../../db/model/blog/image-sizes.ts";
import type { NightJob } from "../../db/model/site/alarms.ts";
import { daysAgo } from "../../db/model/site/statistics.ts";
import { DAY_MS, HOUR_MS } from "../../db/model/time/clock.ts";
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
} from "../../db/model/time/retention.ts";
import {
  alarms,
  applications,
  audit,
  blogPosts,
  blogRedirects,
  codes,
  contactMessages,
  counters,
  hasEnded,
  keptConsents,
  newsletterSubscribers,
  newsletterTokens,
  outbox,
  papers,
  sessions,
  visitTotals,
} from "../../db/schema.ts";
import { thinCases } from "../case/thin.ts";
import { deletionOf } from "../contact/deletion.ts";
import type { Env } from "../env.ts";
import { forget } from "../papers/store.ts";
import type { Slice } from "./nightly.ts";

/** Rows in a slice: as many as D1 deletes from one table in one statement. */
const ROWS = 500;
/** Applications in a slice. Each one takes its events, referrals and mails along. */
const APPLICATIONS = 100;
const POSTS = 5;
/** Files of papers to look at in a slice, each with the history of its case. */
const FILES = 200;
/** Images to look up in a slice: more than its posts ever have. */
const IMAGES_AT_ONCE = 1000;
const R2_KEYS_AT_ONCE = 1000;

/**
 * What a night deletes, because it is too old (db/model/time/retention.ts). Each part does a slice of its own, and returns
 * false if that was all.
 */
export const purges = {
  "purge people": purgePeople,
  "thin cases": thinCases,
  "purge papers": purgePapers,
  "purge posts": purgePosts,
} satisfies Partial<Record<NightJob, Slice>>;

async function purgePeople(env: Env, now: Date) {
  const db = database(env.DB);
  const lastApplied = monthsBefore(now, 12 * APPLICATION_KEPT_YEARS);
  const lastAsked = before(now, UNCONFIRMED_ADDRESS_KEPT_DAYS * DAY_MS);
  const firstCounted = daysAgo(now, STATISTICS_KEPT_DAYS - 1);
  const oldest = db
    .select({ number: applications.number })
    .from(applications)
    .where(lte(applications.createdAt, lastApplied))
    .orderBy(applications.createdAt, sql`${applications.id} desc`)
    .limit(APPLICATIONS);
  const unconfirmed = db
    .select({ id: newsletterSubscribers.id })
    .from(newsletterSubscribers)
    .where(
      and(
        isOneOf(newsletterSubscribers.status, ["pending", "unreachable"]),
        lte(newsletterSubscribers.requestedAt, lastAsked),
      ),
    )
    .orderBy(newsletterSubscribers.requestedAt)
    .limit(ROWS);
  const deleted = await retried(() =>
    db.batch([
      ...deletionOf(db, isOneOf(applications.number, oldest)),
      deletionFrom(db, keptConsents, lte(keptConsents.appliedAt, lastApplied)),
      deletionFrom(db, audit, lte(audit.at, monthsBefore(now, AUDIT_KEPT_MONTHS))),
      db.delete(newsletterTokens).where(isOneOf(newsletterTokens.subscriberId, unconfirmed)),
      db.delete(newsletterSubscribers).where(isOneOf(newsletterSubscribers.id, unconfirmed)),
      deletionFrom(db, codes, lte(codes.expiresAt, now)),
      deletionFrom(db, contactMessages, lte(contactMessages.createdAt, monthsBefore(now, CONTACT_MESSAGE_KEPT_MONTHS))),
      deletionFrom(db, outbox, and(hasEnded, lte(outbox.createdAt, before(now, SENT_MAIL_KEPT_DAYS * DAY_MS)))),
      deletionFrom(db, sessions, lte(sessions.createdAt, before(now, SESSION_MAX_DAYS * DAY_MS))),
      deletionFrom(db, sessions, lt(sessions.lastUsedAt, before(now, SESSION_IDLE_HOURS * HOUR_MS))),
      deletionFrom(db, counters, lte(counters.endsAt, now)),
      deletionFrom(db, alarms, lt(alarms.endedAt, before(now, STATISTICS_KEPT_DAYS * DAY_MS))),
      deletionFrom(db, visitTotals, lt(visitTotals.day, firstCounted.day)),
    ]),
  );
  return deleted.some(({ meta }) => meta.changes > 0);
}

/**
 * Deletes files of papers: all after two years, those of closed cases after a while, of merged ones with the case that goes on.
 * A night looks at each file once, in the order of their rows: returns the last row that it has looked at, or false if that was all.
 */
async function purgePapers(env: Env, now: Date, after = 0) {
  const db = database(env.DB);
  const isOver = sql`exists (select 1 from applications theirs join applications main on main.id = coalesce(theirs.mergedInto, theirs.id)
    where theirs.id = ${papers.applicationId} and main.outcome is not null and not exists (select 1 from case_events
      where applicationId = main.id and at > ${before(now, PAPERS_KEPT_DAYS * DAY_MS).getTime()}
      and event ->> '$.kind' = 'status' and event ->> '$.outcome' is not null))`;
  const isOld = lte(papers.createdAt, monthsBefore(now, 12 * PAPERS_KEPT_YEARS));
  const row = sql<number>`papers.rowid`;
  const looked = await retried(() =>
    db
      .select({ ...getTableColumns(papers), row, isDue: sql<number>`${or(isOld, isOver)}` })
      .from(papers)
      .where(gt(row, after))
      .orderBy(row)
      .limit(FILES),
  );
  const due = looked.filter(({ isDue }) => isDue);
  if (due.length > 0) {
    await forget(env, due);
    const ids = due.map(({ id }) => id);
    await retried(() => db.delete(papers).where(isOneOf(papers.id, ids)));
  }
  return looked.length === FILES && (looked.at(-1)?.row ?? false);
}

/** Purges posts from the bin, with images that no other post shows. */
async function purgePosts(env: Env, now: Date) {
  const db = database(env.DB);
  const isOver = and(isNotNull(blogPosts.deletedAt), lte(blogPosts.deletedAt, before(now, BIN_DAYS * DAY_MS)));
  const id = blogPosts.id;
  const text = sql<string>`coalesce(${blogPosts.heroImageUrl}, '') || ' ' || ${blogPosts.content}`;
  const binned = await retried(() => db.select({ id, text }).from(blogPosts).where(isOver).limit(POSTS));
  if (binned.length === 0) return false;
  const isBinned = isOneOf(
    id,
    binned.map((post) => post.id),
  );
  const images = binned.flatMap(({ text }) => text.match(/(?<=\/media\/)[\w.-]+/g) ?? []);
  // As long as a post shows one size of an image, keep all sizes.
  const stems = JSON.stringify(images.map(stemOf));
  const shown = db.select({ id }).from(blogPosts).where(sql`not (${isBinned}) and instr(${text}, value)`);
  const unused = await retried(() =>
    db.all<{ value: string }>(sql`select distinct value from json_each(${stems}) where not exists ${shown}`),
  );
  // Delete images first: if R2 fails, the next slice still finds their posts.
  const unusedStems = new Set(unused.map(({ value }) => value));
  const gone = new Set(images.filter((name) => unusedStems.has(stemOf(name))));
  for (const stem of [...unusedStems].slice(0, IMAGES_AT_ONCE)) {
    for (const name of await sizesStored(env.MEDIA, stem)) gone.add(name);
  }
  const keys = [...gone];
  for (let start = 0; start < keys.length; start += R2_KEYS_AT_ONCE) {
    await env.MEDIA.delete(keys.slice(start, start + R2_KEYS_AT_ONCE));
  }
  await retried(() =>
    db.batch([
      db.delete(blogPosts).where(isBinned),
      db.delete(blogRedirects).where(
        isOneOf(
          blogRedirects.postId,
          binned.map((post) => post.id),
        ),
      ),
    ]),
  );
  return true;
}

/** All sizes of an image. The name of a narrow one does not tell which wider ones exist. */
async function sizesStored(media: R2Bucket, stem: string) {
  const { objects } = await media.list({ prefix: stem });
  return objects.map(({ key }) => key).filter((name) => stemOf(name) === stem);
}

/** The statement that deletes these rows, one slice at most. */
function deletionFrom(db: Database, table: SQLiteTable, which: SQL | undefined) {
  return db.delete(table).where(sql`rowid in (select rowid from ${table} where ${which} limit ${ROWS})`);
}

function before(now: Date, milliseconds: number) {
  return new Date(now.getTime() - milliseconds);
}
