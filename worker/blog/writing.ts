import { and, eq, gt, isNull, lte, ne, or, sql } from "drizzle-orm";
import { type Database, database, named, retried } from "../../db/database.ts";
import { automaticSlug, BIN_DAYS, type BlogPostForm, searchText } from "../../db/model/blog/blog-post.ts";
import type { ContentTree } from "../../db/model/blog/markdown.ts";
import { CENTRAL, DAY_MS } from "../../db/model/time/clock.ts";
import { instantIn } from "../../db/model/time/zoned-time.ts";
import { blogRedirects, blogPosts as table } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { POSTS, purgeEdge, tagsOfPost } from "../http/edge-cache.ts";
import { postColumns, present } from "./posts.ts";
import { renderingColumns } from "./rendering.ts";

const BIN_MS = BIN_DAYS * DAY_MS;

/** Stores a new post, whose content was rendered as `tree`; undefined if another post has its slug. */
export async function addPost(db: Database, form: BlogPostForm, tree: ContentTree) {
  const now = new Date();
  const [row] = await db
    .insert(table)
    .values({
      ...(await columnsOf(form, tree)),
      id: crypto.randomUUID(),
      slug: form.slug || freeSlug(automaticSlug(form.title)),
      createdAt: now,
      updatedAt: now,
      searchText: searchText(form.title, form.tags),
    })
    .onConflictDoNothing({ target: table.slug })
    .returning(postColumns);
  return row && present(row);
}

/** Stores a change of the version that was edited; else says why not, with the post as it is now if somebody else saved it. */
export async function changePost(
  db: Database,
  id: string,
  { updatedAt: edited, ...form }: BlogPostForm & { updatedAt: number },
  tree: ContentTree,
) {
  const now = Date.now();
  const isEditedVersion = and(eq(table.id, id), eq(table.updatedAt, new Date(edited)), isNull(table.deletedAt));
  const slug = form.slug ? sql<string>`${form.slug}` : freeSlug(automaticSlug(form.title), id);
  const isFree = sql`not exists (select 1 from blog_posts other where other.slug = ${slug} and other.id <> ${id})`;
  const {
    changed: [changed],
    current: [current],
  } = await named(db, {
    redirect: db
      .insert(blogRedirects)
      .select(
        db
          .select({ slug: table.slug, postId: table.id })
          .from(table)
          .where(and(isEditedVersion, isFree, eq(table.published, true), ne(table.slug, slug))),
      )
      .onConflictDoUpdate({ target: blogRedirects.slug, set: { postId: id } }),
    changed: db
      .update(table)
      .set({
        ...(await columnsOf(form, tree)),
        slug,
        updatedAt: new Date(Math.max(now, edited + 1)),
        searchText: searchText(form.title, form.tags),
        // A post's date is the day of its publication, not of its first draft.
        ...(form.published && { createdAt: sql`case when published = 0 then ${now} else ${table.createdAt} end` }),
      })
      .where(and(isEditedVersion, isFree))
      .returning(postColumns),
    current: db.select(postColumns).from(table).where(eq(table.id, id)),
  });
  if (changed) return { changed: present(changed) };
  if (!current || current.deletedAt) return { refused: "unknown" as const };
  if (current.updatedAt.getTime() === edited) return { refused: "slug" as const };
  return { current: present(current) };
}

/** Moves a post into the bin, or with null out of it; undefined if it is not there, or too old: then it may have lost its images. */
export async function setDeleted(db: Database, id: string, deletedAt: Date | null) {
  const isKept = or(isNull(table.deletedAt), gt(table.deletedAt, new Date(Date.now() - BIN_MS)));
  const [row] = await db
    .update(table)
    .set({ deletedAt, updatedAt: new Date() })
    .where(and(eq(table.id, id), isKept))
    .returning(postColumns);
  return row && present(row);
}

/** Publishes the drafts whose time has come, with that time as their date. */
export async function publishDue(env: Env, now = new Date(), executionCtx: object = {}) {
  const published = await retried(() =>
    database(env.DB)
      .update(table)
      .set({ published: true, publishAt: null, createdAt: sql`${table.publishAt}`, updatedAt: now })
      .where(and(lte(table.publishAt, now), isNull(table.deletedAt)))
      .returning({ id: table.id, slug: table.slug, translationOf: table.translationOf }),
  );
  if (published.length > 0) await purgeEdge({ executionCtx }, [POSTS, ...published.flatMap(tagsOfPost)]);
}

async function columnsOf({ publishAt, ...form }: BlogPostForm, tree: ContentTree) {
  const columns = { ...form, ...(await renderingColumns(form.content, tree)) };
  if (publishAt === null || form.published) return { ...columns, publishAt: null };
  return { ...columns, publishAt: /T.*(Z|[+-])/.test(publishAt) ? new Date(publishAt) : instantIn(publishAt, CENTRAL) };
}

/** The base, or if another post has it, the first of base-2, base-3, … that is free. */
function freeSlug(base: string, id = "") {
  // No name in here may be one of blog_posts' columns: inside `exists` it would mean that column.
  const candidate = sql`case when attempt = 1 then ${base} else ${base} || '-' || attempt end`;
  return sql<string>`(
    with recursive attempts(attempt) as (
      values(1) union all
      select attempt + 1 from attempts
      where exists (select 1 from blog_posts post where post.slug = ${candidate} and post.id <> ${id})
    ) select ${candidate} from attempts order by attempt desc limit 1)`;
}
