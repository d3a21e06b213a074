import { and, eq, inArray, isNotNull, lt, lte, ne, notInArray, or, sql } from "drizzle-orm";
import { database, retried } from "../db/database.ts";
import { BIN_DAYS } from "../db/model/blog-post.ts";
import {
  APPLICATION_KEPT_YEARS,
  CONTACT_MESSAGE_KEPT_MONTHS,
  SENT_MAIL_KEPT_DAYS,
  SESSION_IDLE_HOURS,
  SESSION_MAX_DAYS,
  STATISTICS_KEPT_DAYS,
  UNCONFIRMED_ADDRESS_KEPT_DAYS,
} from "../db/model/retention.ts";
import { daysUntil } from "../db/model/statistics.ts";
import {
  alarms,
  applications,
  audit,
  blogPosts,
  blogRedirects,
  contactMessages,
  counters,
  deletionRequests,
  hourlyCounts,
  keptConsents,
  newsletterSubscribers,
  newsletterTokens,
  outbox,
  sessions,
  vitals,
} from "../db/schema.ts";
import { deletionOf } from "./deletion.ts";
import type { Env } from "./env.ts";

const HOUR_MS = 60 * 60_000;
const DAY_MS = 24 * HOUR_MS;
const R2_KEYS_AT_ONCE = 1000;

/** Deletes what db/model/retention.ts lets us keep no longer. Runs daily; the same again deletes nothing more. */
export async function purge(env: Env, now = new Date()) {
  await purgePeople(env, now);
  await purgePosts(env, now);
}

async function purgePeople(env: Env, now: Date) {
  const db = database(env.DB);
  const lastApplied = monthsBefore(now, 12 * APPLICATION_KEPT_YEARS);
  const lastAsked = before(now, UNCONFIRMED_ADDRESS_KEPT_DAYS * DAY_MS);
  const isUnconfirmed = and(
    eq(newsletterSubscribers.status, "pending"),
    lte(newsletterSubscribers.requestedAt, lastAsked),
  );
  const [firstCounted] = daysUntil(now, STATISTICS_KEPT_DAYS);
  const subscribers = db.select({ id: newsletterSubscribers.id }).from(newsletterSubscribers);
  await retried(() =>
    db.batch([
      ...deletionOf(db, lte(applications.createdAt, lastApplied)),
      db.delete(keptConsents).where(lte(keptConsents.appliedAt, lastApplied)),
      db.delete(audit).where(lte(audit.at, lastApplied)),
      db.delete(newsletterSubscribers).where(isUnconfirmed),
      db.delete(newsletterTokens).where(notInArray(newsletterTokens.subscriberId, subscribers)),
      db.delete(deletionRequests).where(lte(deletionRequests.expiresAt, now)),
      db.delete(contactMessages).where(lte(contactMessages.createdAt, monthsBefore(now, CONTACT_MESSAGE_KEPT_MONTHS))),
      db.delete(outbox).where(
        and(
          ne(outbox.status, "owed"),
          // That a lead never went out is told as long as the application is there.
          or(eq(outbox.status, "sent"), notInArray(outbox.kind, ["dealerLead", "lenderLead"])),
          lte(outbox.createdAt, before(now, SENT_MAIL_KEPT_DAYS * DAY_MS)),
        ),
      ),
      db.delete(sessions).where(lte(sessions.createdAt, before(now, SESSION_MAX_DAYS * DAY_MS))),
      db.delete(sessions).where(lt(sessions.lastUsedAt, before(now, SESSION_IDLE_HOURS * HOUR_MS))),
      db.delete(counters).where(lte(counters.endsAt, now)),
      db.delete(alarms).where(lt(alarms.endedAt, before(now, STATISTICS_KEPT_DAYS * DAY_MS))),
      db.delete(hourlyCounts).where(lt(hourlyCounts.hour, firstCounted?.from ?? 0)),
      db.delete(vitals).where(lt(vitals.day, firstCounted?.day ?? "")),
    ]),
  );
}

/** Posts that lay in the bin long enough go with the images that no other post shows. */
async function purgePosts(env: Env, now: Date) {
  const db = database(env.DB);
  const isBinned = and(isNotNull(blogPosts.deletedAt), lte(blogPosts.deletedAt, before(now, BIN_DAYS * DAY_MS)));
  const id = blogPosts.id;
  const text = sql<string>`coalesce(${blogPosts.heroImageUrl}, '') || ' ' || ${blogPosts.content}`;
  const binned = await retried(() => db.select({ text }).from(blogPosts).where(isBinned));
  const images = binned.flatMap(({ text }) => text.match(/(?<=\/media\/)[\w.-]+/g) ?? []);
  const shown = db.select({ id }).from(blogPosts).where(sql`not (${isBinned}) and instr(${text}, value)`);
  const unused = await retried(() =>
    db.all<{ value: string }>(
      sql`select distinct value from json_each(${JSON.stringify(images)}) where not exists ${shown}`,
    ),
  );
  // The images go first: should R2 fail, tomorrow's run still finds their posts.
  for (let start = 0; start < unused.length; start += R2_KEYS_AT_ONCE) {
    await env.MEDIA.delete(unused.slice(start, start + R2_KEYS_AT_ONCE).map(({ value }) => value));
  }
  await retried(() =>
    db.batch([
      db.delete(blogRedirects).where(inArray(blogRedirects.postId, db.select({ id }).from(blogPosts).where(isBinned))),
      db.delete(blogPosts).where(isBinned),
    ]),
  );
}

function before(now: Date, milliseconds: number) {
  return new Date(now.getTime() - milliseconds);
}

function monthsBefore(now: Date, months: number) {
  const date = new Date(now);
  date.setUTCMonth(date.getUTCMonth() - months);
  return date;
}
