import { and, desc, eq, getTableColumns, gt, isNull, ne, or, sql } from "drizzle-orm";
import { type Context, Hono } from "hono";
import * as z from "zod/mini";
import { type Database, database, named } from "../../db/database.ts";
import {
  automaticSlug,
  BIN_DAYS,
  type BlogPost,
  BlogPostChange,
  BlogPostForm,
  searchText,
} from "../../db/model/blog/blog-post.ts";
import { renderContent, tryRender } from "../../db/model/blog/markdown.ts";
import type { RenderedPost } from "../../db/model/blog/post-card.ts";
import type { Refusal } from "../../db/model/site/refusal.ts";
import { DAY_MS } from "../../db/model/time/clock.ts";
import type { Language } from "../../db/model/words.ts";
import { blogRedirects, blogPosts as table } from "../../db/schema.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { pageOf, placeOf, whole } from "../http/cursor.ts";
import { keepAtEdge, POSTS, purgePost, tagsOfPost } from "../http/edge-cache.ts";
import { phrase } from "../phrase.ts";
import { authorsOnly } from "../staff/authoring.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const BIN_MS = BIN_DAYS * DAY_MS;
/** The trigram index finds substrings of this length or more. */
const INDEXED_CHARACTERS = 3;

type Row = typeof table.$inferSelect;

/** Published and not in the bin. Written out, so that SQLite uses the partial index. */
const isPublished = sql`published = 1 and deletedAt is null`;

/** The slug of the row's published translation or original. Either of the two may name the other. */
const twin = sql<string | null>`(
  select other.slug from blog_posts other
  where other.published = 1 and other.deletedAt is null and other.language <> blog_posts.language
    and (other.translationOf = blog_posts.slug or other.slug = blog_posts.translationOf)
  order by other.createdAt desc limit 1)`.as("twin");

/** /api/blog: reading for everybody, writing for authors. */
export const blog = new Hono<{ Bindings: Env }>()
  .get("/", async (c) => {
    const limit = Math.min(
      Math.max(Math.trunc(Number(c.req.query("limit") ?? DEFAULT_LIMIT)) || DEFAULT_LIMIT, 1),
      MAX_LIMIT,
    );
    const page = await publishedPosts(database(c.env.DB), {
      limit,
      cursor: c.req.query("cursor"),
      q: c.req.query("q"),
      language: c.req.query("language") === "es" ? "es" : "en",
    });
    if (page.next) {
      const next = new URLSearchParams({ ...c.req.query(), limit: String(limit), cursor: page.next });
      c.header("Link", `</api/blog?${next}>; rel="next"`);
    }
    keepAtEdge(c, [POSTS]);
    return c.json(page.posts);
  })
  .get("/drafts", authorsOnly, async (c) => {
    const rows = await database(c.env.DB)
      .select()
      .from(table)
      .where(sql`published = 0 or deletedAt is not null`)
      .orderBy(desc(table.updatedAt))
      .limit(MAX_LIMIT);
    return c.json({
      drafts: rows.filter(({ deletedAt }) => !deletedAt).map(present),
      bin: rows.filter(({ deletedAt }) => deletedAt).map(present),
    });
  })
  .get("/id/:id", authorsOnly, async (c) => {
    const [row] = await database(c.env.DB)
      .select()
      .from(table)
      .where(eq(table.id, c.req.param("id")));
    return row ? c.json(present(row)) : unknownPost(c);
  })
  .get("/:slug", async (c) => {
    const found = await publishedPost(database(c.env.DB), c.req.param("slug"));
    if (found?.movedTo) return c.redirect(`/api/blog/${found.movedTo}`, 301);
    if (!found?.post) return unknownPost(c);
    keepAtEdge(c, tagsOfPost(found.post));
    return c.json({ ...found.post, tree: renderContent(found.post.content) } satisfies RenderedPost);
  })
  .post("/", authorsOnly, body(BlogPostForm), async (c) => {
    const form = c.req.valid("json");
    const { problem } = tryRender(form.content);
    if (problem) return refuse(c, 400, problem, { content: problem });
    const now = new Date();
    const [row] = await database(c.env.DB)
      .insert(table)
      .values({
        ...form,
        id: crypto.randomUUID(),
        slug: form.slug || freeSlug(automaticSlug(form.title)),
        createdAt: now,
        updatedAt: now,
        searchText: searchText(form.title, form.tags),
      })
      .onConflictDoNothing({ target: table.slug })
      .returning();
    if (!row) return slugTaken(c);
    await purgePost(c, row);
    return c.json({ ok: true, success: true, ...present(row) }, 201);
  })
  .put("/id/:id", authorsOnly, body(BlogPostChange), async (c) => {
    const { updatedAt: edited, ...form } = c.req.valid("json");
    const { problem } = tryRender(form.content);
    if (problem) return refuse(c, 400, problem, { content: problem });
    const id = c.req.param("id");
    const db = database(c.env.DB);
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
          ...form,
          slug,
          updatedAt: new Date(Math.max(now, edited + 1)),
          searchText: searchText(form.title, form.tags),
          // A post's date is the day of its publication, not of its first draft.
          ...(form.published && { createdAt: sql`case when published = 0 then ${now} else ${table.createdAt} end` }),
        })
        .where(and(isEditedVersion, isFree))
        .returning(),
      current: db.select().from(table).where(eq(table.id, id)),
    });
    if (changed) {
      await purgePost(c, changed);
      return c.json({ ok: true, success: true, ...present(changed) });
    }
    if (!current || current.deletedAt) return unknownPost(c);
    if (current.updatedAt.getTime() === edited) return slugTaken(c);
    const error = "Somebody else saved this post while you were editing it";
    return c.json({ ok: false, success: false, error, current: present(current) } satisfies Refusal, 409);
  })
  .delete("/id/:id", authorsOnly, (c) => setDeleted(c, new Date()))
  .put("/id/:id/restore", authorsOnly, (c) => setDeleted(c, null));

/**
 * A page of published posts, newest first, from `cursor` on; Spanish pages list Spanish posts, then the others. `q` has
 * to occur in title or tags. `next` is the cursor of the next page, null on the last one.
 */
export async function publishedPosts(
  db: Database,
  { limit, cursor, q = "", language = "en" }: { limit: number; cursor?: string; q?: string; language?: Language },
) {
  // No post in Spanish stands in the English list.
  const newest = z.object({ language: z.enum(["en", language]), createdAt: whole, id: z.string() });
  const after = placeOf(newest, cursor, { language, createdAt: Number.MAX_SAFE_INTEGER, id: "" });
  const wanted = q.normalize("NFC").toLowerCase();
  // Titles and tags never contain control characters, and SQLite would cut the search words at a NUL.
  if (/\p{Cc}/u.test(wanted)) return { posts: [], next: null };
  const isIndexed = [...wanted].length >= INDEXED_CHARACTERS;
  // The + keeps SQLite from walking all posts in order when the search index has named the few that match.
  const inOrder = isIndexed ? sql`+${table.language}` : sql`${table.language}`;
  const rows = await db
    .select()
    .from(table)
    .where(
      and(
        isPublished,
        sql`(${inOrder}, ${table.createdAt}, ${table.id}) < (${after.language}, ${after.createdAt}, ${after.id})`,
        isIndexed
          ? sql`${table.number} in (select rowid from blog_search where blog_search match ${phrase(wanted)})`
          : undefined,
        wanted !== "" && !isIndexed ? sql`instr(${table.searchText}, ${wanted}) > 0` : undefined,
      ),
    )
    .orderBy(sql`${inOrder} desc, ${table.createdAt} desc, ${table.id} desc`)
    .limit(limit + 1);
  const { shown, next } = pageOf(rows, limit, newest);
  return { posts: shown.map(present), next };
}

/** A published post by its slug, or the present slug if this is a former one; null if neither exists. */
export async function publishedPost(
  db: Database,
  slug: string,
): Promise<{ post?: BlogPost & { twin: string | null }; movedTo?: string } | null> {
  const [[row], [moved]] = await db.batch([
    db
      .select({ ...getTableColumns(table), twin })
      .from(table)
      .where(and(eq(table.slug, slug), isPublished)),
    db
      .select({ slug: table.slug })
      .from(blogRedirects)
      .innerJoin(table, eq(table.id, blogRedirects.postId))
      .where(and(eq(blogRedirects.slug, slug), isPublished)),
  ]);
  if (row) return { post: { ...present(row), twin: row.twin } };
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

/** A post as the API returns it. */
function present({ number, deletedAt, searchText, createdAt, updatedAt, ...post }: Row): BlogPost {
  return { ...post, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
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

/** Moves a post into the bin or out of it. A post that is too old to come out may have lost its images. */
async function setDeleted(c: Context<{ Bindings: Env }>, deletedAt: Date | null) {
  const isKept = or(isNull(table.deletedAt), gt(table.deletedAt, new Date(Date.now() - BIN_MS)));
  const [row] = await database(c.env.DB)
    .update(table)
    .set({ deletedAt, updatedAt: new Date() })
    .where(and(eq(table.id, c.req.param("id") ?? ""), isKept))
    .returning();
  if (!row) return unknownPost(c);
  await purgePost(c, row);
  return c.json({ ok: true, success: true, ...present(row) });
}

function unknownPost(c: Context) {
  return refuse(c, 404, "There is no such post");
}

function slugTaken(c: Context) {
  return refuse(c, 409, "Another post has this slug", { slug: "Another post has this slug" });
}
