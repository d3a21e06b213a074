import type { Context, Next } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import type { BlogPost } from "../../db/model/blog/blog-post.ts";
import { sessionCookie } from "./session-cookie.ts";

/**
 * Cloudflare's cache in front of the entrypoint `CachedPages` of this Worker ([cache] in wrangler.toml): what it holds is sent without
 * asking D1 or R2. A change is purged everywhere at once; a deployment purges everything. If a purge is refused (more than 5 a minute after
 * 25 at once), or a page is read just before a change and stored just after it, the old page stays for FRESH_SECONDS. After
 * that, the first to ask within a day still gets it once more.
 */
interface Caller {
  executionCtx: object;
}

const POLICY = "Cloudflare-CDN-Cache-Control";
const TAGS = "Cache-Tag";
const HANDED_ON = "X-Handed-On";

const FRESH_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * 60;
/** How long the cache may send an old response while it fetches a new one. */
const STALE = `stale-while-revalidate=${DAY_SECONDS}, stale-if-error=${7 * DAY_SECONDS}`;
/** Only addresses with no other parameters are cached. Others are endless, and may contain words about a person. */
const PARAMETERS = ["limit", "cursor", "language"];
/** Parameters that advertising adds to a link. The page is the same without them. */
const CAMPAIGN = /^(utm_\w+|(g|d|fb|tt)clid|msclkid|[gw]braid)$/;
/** What readers ask for: the blog's pages, posts and lists, images, feeds, and the stories. */
const READ = /^((\/es)?\/blog|\/api\/blog|\/media)(\/[^/]+)?$|^(\/es)?\/stories$|^\/(rss|sitemap)\.xml$/;

/** The tag of responses with several posts: lists, feed and sitemap. */
export const POSTS = "posts";
export const STORIES = "stories";

/** The tags of this post's page and its translation's. After a new slug, the translation's old link redirects. */
export function tagsOfPost({ id, slug, translationOf }: Pick<BlogPost, "id" | "slug" | "translationOf">) {
  return [`post-${id}`, `pair-${translationOf ?? slug}`];
}

/** Lets the edge keep a response that everybody may see, until one of its tags is purged. */
export function keepAtEdge(c: Context, tags: string[], freshSeconds = FRESH_SECONDS) {
  c.header(TAGS, tags.join());
  c.header(POLICY, `max-age=${freshSeconds}, ${STALE}`);
}

/** For images, which never change at their address. Kept a day at a time: a deleted one is gone in two days. */
export function keepImageAtEdge(c: Context) {
  keepAtEdge(c, ["images"], DAY_SECONDS);
}

/** Middleware: 304 if the browser has the response. Caches copy its headers, so it has those that vary. */
export const withEtag = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, POLICY, TAGS, "Content-Security-Policy", "Cross-Origin-Resource-Policy"],
});

/** The entrypoint behind the cache. */
export interface CachedEntrypoint {
  fetch(request: Request): Promise<Response>;
  /** False if Cloudflare refused. */
  purge(tags: string[]): Promise<boolean>;
}

export function cachedPagesOf(context: object) {
  return (context as { exports?: { CachedPages?: CachedEntrypoint } }).exports?.CachedPages;
}

/** The request as the cache may know it: a stranger's, for what readers read, without what advertising adds. Null for any other, which never asks the cache. */
function asCacheable(request: Request) {
  const url = new URL(request.url);
  const isRead = ["GET", "HEAD"].includes(request.method) && READ.test(url.pathname);
  if (!isRead || sessionCookie(request) !== undefined) return null;
  const names = [...url.searchParams.keys()];
  for (const name of names.filter((name) => CAMPAIGN.test(name))) url.searchParams.delete(name);
  const isPlain = [...url.searchParams.keys()].every((name) => PARAMETERS.includes(name));
  return isPlain ? new Request(url, request) : null;
}

/**
 * A cacheable request as it goes to the entrypoint behind the cache, marked. Null for any other, and for a marked one: Cloudflare has been
 * seen to send such calls back to the Worker's main entrypoint (github.com/cloudflare/workerd/issues/6215), which then
 * answers. A stranger's mark only leaves out the cache.
 */
export function toHandOn(request: Request) {
  const cacheable = request.headers.has(HANDED_ON) ? null : asCacheable(request);
  cacheable?.headers.set(HANDED_ON, "1");
  return cacheable;
}

/** Middleware: lets the edge keep only marked, good responses without a session. By default it keeps any. */
export async function guardEdge(c: Context, next: Next) {
  await next();
  const isGood = c.res.status === 200 || c.res.status === 304;
  const isForAll = asCacheable(c.req.raw) !== null && !c.res.headers.has("Set-Cookie");
  if (c.res.headers.has(TAGS) && isGood && isForAll) return;
  c.res.headers.delete(TAGS);
  c.res.headers.set(POLICY, "no-store");
}

/** Purges pages and lists with this post. */
export function purgePost(c: Caller, post: Parameters<typeof tagsOfPost>[0]) {
  return purgeEdge(c, [...tagsOfPost(post), POSTS]);
}

/** Purges responses with these tags. A failed purge does not undo the change. Locally there is no cache. */
export async function purgeEdge(c: Caller, tags: string[]) {
  const isPurged = await cachedPagesOf(c.executionCtx)
    ?.purge(tags)
    .catch(() => false);
  if (isPurged === false) {
    console.error(JSON.stringify({ level: "error", message: "the edge cache was not purged" }));
  }
}
