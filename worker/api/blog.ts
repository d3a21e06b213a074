import { type Context, Hono } from "hono";
import { database } from "../../db/database.ts";
import { type BlogPost, BlogPostChange, BlogPostForm } from "../../db/model/blog/blog-post.ts";
import { tryRender } from "../../db/model/blog/markdown.ts";
import type { Refusal } from "../../db/model/site/refusal.ts";
import { publishedPost, publishedPosts, readDrafts, readPost } from "../blog/posts.ts";
import { addPost, changePost, setDeleted } from "../blog/writing.ts";
import type { Env } from "../env.ts";
import { body, refuse } from "../http/body.ts";
import { keepAtEdge, POSTS, purgePost, tagsOfPost } from "../http/edge-cache.ts";
import { authorsOnly } from "../staff/authoring.ts";

const DEFAULT_LIMIT = 50;
const MAX_LIMIT = 100;
const SAVED_MEANWHILE = "Somebody else saved this post while you were editing it";

type BlogContext = Context<{ Bindings: Env }>;

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
  .get("/drafts", authorsOnly, async (c) => c.json(await readDrafts(database(c.env.DB))))
  .get("/id/:id", authorsOnly, async (c) => {
    const post = await readPost(database(c.env.DB), c.req.param("id"));
    return post ? c.json(post) : unknownPost(c);
  })
  .get("/:slug", async (c) => {
    const found = await publishedPost(database(c.env.DB), c.req.param("slug"));
    if (found?.movedTo) return c.redirect(`/api/blog/${found.movedTo}`, 301);
    if (!found?.post) return unknownPost(c);
    keepAtEdge(c, tagsOfPost(found.post));
    return c.json(found.post);
  })
  .post("/", authorsOnly, body(BlogPostForm), async (c) => {
    const form = c.req.valid("json");
    const { tree, problem } = tryRender(form.content);
    if (!tree) return refuse(c, 400, problem, { content: problem });
    const post = await addPost(database(c.env.DB), form, tree);
    return post ? saved(c, post, 201) : slugTaken(c);
  })
  .put("/id/:id", authorsOnly, body(BlogPostChange), async (c) => {
    const change = c.req.valid("json");
    const { tree, problem } = tryRender(change.content);
    if (!tree) return refuse(c, 400, problem, { content: problem });
    const { changed, current, refused } = await changePost(database(c.env.DB), c.req.param("id"), change, tree);
    if (changed) return saved(c, changed);
    if (current) return c.json({ ok: false, success: false, error: SAVED_MEANWHILE, current } satisfies Refusal, 409);
    return refused === "slug" ? slugTaken(c) : unknownPost(c);
  })
  .delete("/id/:id", authorsOnly, (c) => moved(c, new Date()))
  .put("/id/:id/restore", authorsOnly, (c) => moved(c, null));

async function moved(c: BlogContext, deletedAt: Date | null) {
  const post = await setDeleted(database(c.env.DB), c.req.param("id") ?? "", deletedAt);
  return post ? saved(c, post) : unknownPost(c);
}

/** Readers see a change at once. */
async function saved(c: BlogContext, post: BlogPost, status: 200 | 201 = 200) {
  await purgePost(c, post);
  return c.json({ ok: true, success: true, ...post }, status);
}

function unknownPost(c: Context) {
  return refuse(c, 404, "There is no such post");
}

function slugTaken(c: Context) {
  return refuse(c, 409, "Another post has this slug", { slug: "Another post has this slug" });
}
