import { and, desc, eq, getTableColumns, sql } from "drizzle-orm";
import * as z from "zod/mini";
import { type Database, named } from "../../db/database.ts";
import type { BlogPost } from "../../db/model/blog/blog-post.ts";
import type { RenderedPost } from "../../db/model/blog/post-card.ts";
import type { Language } from "../../db/model/words.ts";
import { blogRedirects, blogPosts as table } from "../../db/schema.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";
import { treeOf } from "./rendering.ts";

const DRAFTS_SHOWN = 100;

const { rendering, renderedFrom, ...columns } = getTableColumns(table);
/** All but the rendering, which is longer than the rest. */
export const postColumns = columns;

/** Published and not in the bin. Written out, so that SQLite uses the partial index. */
export const isPublished = sql`published = 1 and deletedAt is null`;

/** The slug of the row's published translation or original. Either of the two may name the other. */
const twinSlug = sql<string | null>`(
  select other.slug from blog_posts other
  where other.published = 1 and other.deletedAt is null and other.language <> blog_posts.language
    and (other.translationOf = blog_posts.slug or other.slug = blog_posts.translationOf)
  order by other.createdAt desc limit 1)`;

/**
 * A page of published posts, newest first, from `cursor` on; Spanish pages list Spanish posts, then those that have no Spanish. `q`
 * has to occur in title or tags, of whatever language. `next` is the cursor of the next page, null on the last one.
 */
export async function publishedPosts(
  db: Database,
  { limit, cursor, q = "", language = "en" }: { limit: number; cursor?: string; q?: string; language?: Language },
) {
  // No post in Spanish stands in the English list.
  const newest = z.object({ language: z.enum(["en", language]), createdAt: whole, id: z.string() });
  const after = placeOf(newest, cursor, { language, createdAt: Number.MAX_SAFE_INTEGER, id: "" });
  const wanted = q.normalize("NFC").toLowerCase();
  // No title or tag contains control characters. One of them stands between the two.
  if (/\p{Cc}/u.test(wanted)) return { posts: [], next: null };
  const rows = await db
    .select(postColumns)
    .from(table)
    .where(
      and(
        isPublished,
        sql`(${table.language}, ${table.createdAt}, ${table.id}) < (${after.language}, ${after.createdAt}, ${after.id})`,
        wanted !== "" ? sql`instr(${table.searchText}, ${wanted}) > 0` : undefined,
        wanted === "" && language === "es" ? sql`(${table.language} = 'es' or ${twinSlug} is null)` : undefined,
      ),
    )
    .orderBy(sql`${table.language} desc, ${table.createdAt} desc, ${table.id} desc`)
    .limit(limit + 1);
  const { shown, next } = pageOf(rows, limit, newest);
  return { posts: shown.map(present), next };
}

/** A published post by its slug, rendered, or the present slug if this is a former one; null if neither exists. */
export async function publishedPost(
  db: Database,
  slug: string,
): Promise<{ post?: RenderedPost; movedTo?: string } | null> {
  const {
    post: [row],
    moved: [moved],
  } = await named(db, {
    post: db
      .select({ ...getTableColumns(table), twin: twinSlug.as("twin") })
      .from(table)
      .where(and(eq(table.slug, slug), isPublished)),
    moved: db
      .select({ slug: table.slug })
      .from(blogRedirects)
      .innerJoin(table, eq(table.id, blogRedirects.postId))
      .where(and(eq(blogRedirects.slug, slug), isPublished)),
  });
  if (row) {
    const { rendering, renderedFrom, twin, ...post } = row;
    return { post: { ...present(post), twin, tree: await treeOf(row) } };
  }
  return moved ? { movedTo: moved.slug } : null;
}

/** Slugs of the newest published posts in each language. A post and its translation are together. */
export async function publishedSlugs(db: Database, limit: number) {
  const rows = await db
    .select({ slug: table.slug, language: table.language, translationOf: table.translationOf })
    .from(table)
    .where(isPublished)
    .orderBy(sql`${table.language} desc, ${table.createdAt} desc, ${table.id} desc`)
    .limit(limit);
  const pairs = Map.groupBy(rows, ({ slug, translationOf }) => translationOf ?? slug);
  return [...pairs.values()].map(
    (pair): Partial<Record<Language, string>> => Object.fromEntries(pair.map(({ language, slug }) => [language, slug])),
  );
}

/** For authors: drafts and deleted posts, those changed last first. */
export async function readDrafts(db: Database) {
  const rows = await db
    .select(postColumns)
    .from(table)
    .where(sql`published = 0 or deletedAt is not null`)
    .orderBy(desc(table.updatedAt))
    .limit(DRAFTS_SHOWN);
  return {
    drafts: rows.filter(({ deletedAt }) => !deletedAt).map(present),
    bin: rows.filter(({ deletedAt }) => deletedAt).map(present),
  };
}

/** A post by its id, whatever its state; undefined if there is none. */
export async function readPost(db: Database, id: string) {
  const [row] = await db.select(postColumns).from(table).where(eq(table.id, id));
  return row && present(row);
}

/** A post as the API returns it. */
export function present({
  number,
  deletedAt,
  searchText,
  publishAt,
  createdAt,
  updatedAt,
  ...post
}: Omit<typeof table.$inferSelect, "rendering" | "renderedFrom">): BlogPost {
  return {
    ...post,
    ...(publishAt && { publishAt: publishAt.toISOString() }),
    createdAt: createdAt.toISOString(),
    updatedAt: updatedAt.toISOString(),
  };
}
