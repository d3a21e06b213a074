import { getTableColumns, gt, sql } from "drizzle-orm";
import { type Database, database, isOneOf, retried } from "../../db/database.ts";
import { kept, tables } from "../../db/kept.ts";
import { stemOf } from "../../db/model/blog/image-sizes.ts";
import type { NightJob } from "../../db/model/site/alarms.ts";
import {
  applications,
  blogPosts,
  blogRedirects,
  newsletterSubscribers,
  newsletterTokens,
  papers,
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

/** What a night deletes, because it is too old (db/kept.ts). Each part does a slice of its own, and returns false if that was all. */
export const purges = {
  "purge people": purgePeople,
  "thin cases": thinCases,
  "purge papers": purgePapers,
  "purge posts": purgePosts,
} satisfies Partial<Record<NightJob, Slice>>;

async function purgePeople(env: Env, now: Date) {
  const db = database(env.DB);
  const oldest = db
    .select({ number: applications.number })
    .from(applications)
    .where(kept.applications(now))
    .orderBy(applications.createdAt, sql`${applications.id} desc`)
    .limit(APPLICATIONS);
  const unconfirmed = db
    .select({ id: newsletterSubscribers.id })
    .from(newsletterSubscribers)
    .where(kept.newsletterSubscribers(now))
    .orderBy(newsletterSubscribers.requestedAt)
    .limit(ROWS);
  const deleted = await retried(() =>
    db.batch([
      ...deletionOf(db, isOneOf(applications.number, oldest)),
      db.delete(newsletterTokens).where(isOneOf(newsletterTokens.subscriberId, unconfirmed)),
      db.delete(newsletterSubscribers).where(isOneOf(newsletterSubscribers.id, unconfirmed)),
      ...deletionsOfOthers(db, now),
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
  const row = sql<number>`papers.rowid`;
  const looked = await retried(() =>
    db
      .select({ ...getTableColumns(papers), row, isDue: sql<number>`${kept.papers(now)}` })
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
  const id = blogPosts.id;
  const text = sql<string>`coalesce(${blogPosts.heroImageUrl}, '') || ' ' || ${blogPosts.content}`;
  const binned = await retried(() => db.select({ id, text }).from(blogPosts).where(kept.blogPosts(now)).limit(POSTS));
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

/** Deletes a slice of each table whose rows take nothing along. */
function deletionsOfOthers(db: Database, now: Date) {
  const { applications, newsletterSubscribers, papers, blogPosts, ...others } = kept;
  return Object.entries(others).flatMap(([name, isOver]) => {
    if (typeof isOver === "string") return [];
    const table = tables[name as keyof typeof others];
    return db.delete(table).where(sql`rowid in (select rowid from ${table} where ${isOver(now)} limit ${ROWS})`);
  });
}
