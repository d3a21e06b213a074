import { and, asc, eq, exists, gt, isNull, lte, not, sql } from "drizzle-orm";
import { type Database, database, named, retried } from "../../db/database.ts";
import { blogPosts, mailings, outbox, newsletterSubscribers as subscribers } from "../../db/schema.ts";
import { isPublished } from "../blog/posts.ts";
import type { Env } from "../env.ts";
import { owedMail } from "./owed.ts";

/** Mails posts to those who want news in their language. Cron owes a batch a minute, so that other mails find their way between. */

const BATCH = 40;

/** The condition that a subscriber gets the post. The + lets SQLite walk in the order of ids. */
const wants = and(eq(subscribers.language, blogPosts.language), sql`+${subscribers.status} = 'confirmed'`);

/** Begins to mail a published post. Safe to repeat: a post goes out once. False if there is no such post. */
export async function startMailing(db: Database, postId: string, now: Date) {
  const { found } = await named(db, {
    started: db
      .insert(mailings)
      .select(sql`select id, ${now.getTime()}, '', 0, null from blog_posts where id = ${postId} and ${isPublished}`)
      .onConflictDoNothing(),
    found: db.select().from(mailings).where(eq(mailings.postId, postId)),
  });
  return found.length > 0;
}

/** How many would get the post now, and how far its mailing is; `mailing` is null before it. */
export async function readMailing(db: Database, postId: string) {
  const {
    waiting: [waiting],
    mailing: [mailing],
  } = await named(db, {
    waiting: db
      .select({ count: sql<number>`count(*)` })
      .from(blogPosts)
      .innerJoin(subscribers, wants)
      .where(eq(blogPosts.id, postId)),
    mailing: db
      .select({ startedAt: mailings.startedAt, count: mailings.count, endedAt: mailings.endedAt })
      .from(mailings)
      .where(eq(mailings.postId, postId)),
  });
  return { subscribers: waiting?.count ?? 0, mailing: mailing ?? null };
}

/**
 * Owes the next batch of the mailing that began first: as many as are left of it after what the mail service has not taken yet.
 * Who confirmed later does not get it. Unpublishing the post ends it.
 */
export async function continueMailing(env: Env, now = new Date()) {
  const db = database(env.DB);
  const [current] = await retried(() =>
    db
      .select({
        postId: mailings.postId,
        owed: sql<number>`(select count(*) from ${outbox} where status = 'owed' and kind = 'news')`,
      })
      .from(mailings)
      .where(isNull(mailings.endedAt))
      .orderBy(asc(mailings.startedAt))
      .limit(1),
  );
  if (!current || current.owed >= BATCH) return;
  const isCurrent = eq(mailings.postId, current.postId);
  const subjectId = sql`${mailings.postId} || ' ' || ${subscribers.id}`;
  const mail = owedMail({ id: sql`lower(hex(randomblob(16)))`, kind: "news", subjectId, createdAt: now });
  const waiting = db
    .select(mail)
    .from(mailings)
    .innerJoin(blogPosts, and(eq(blogPosts.id, mailings.postId), isPublished))
    .innerJoin(
      subscribers,
      and(wants, gt(subscribers.id, mailings.upTo), lte(subscribers.confirmedAt, mailings.startedAt)),
    )
    .where(isCurrent);
  const owed = sql`from ${outbox} where kind = 'news' and subjectId > ${`${current.postId} `} and subjectId < ${`${current.postId}!`}`;
  await retried(() =>
    named(db, {
      owed: db
        .insert(outbox)
        .select(waiting.orderBy(asc(subscribers.id)).limit(BATCH - current.owed))
        .onConflictDoNothing(),
      noted: db
        .update(mailings)
        .set({
          upTo: sql`max(upTo, ifnull((select max(substr(subjectId, -36)) ${owed}), ''))`,
          count: sql`(select count(*) ${owed})`,
        })
        .where(isCurrent),
      ended: db
        .update(mailings)
        .set({ endedAt: now })
        .where(and(isCurrent, not(exists(waiting)))),
    }),
  );
}
