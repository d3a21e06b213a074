import type { Context, Next } from "hono";
import { etag, RETAINED_304_HEADERS } from "hono/etag";
import { hasSession } from "./session.ts";

/**
 * Cloudflare's cache in front of this Worker ([cache] in wrangler.toml): what it holds is sent without the Worker being run.
 * A change is purged everywhere at once, and so is everything by a deployment. Should a purge be refused (more than 5 a minute
 * after 25 at once), or a page be read just before a change and stored just after, the old page stays for FRESH_SECONDS,
 * and after that goes once more to whoever asks first within a day.
 */
const POLICY = "Cloudflare-CDN-Cache-Control";
const TAGS = "Cache-Tag";

const FRESH_SECONDS = 60;
const DAY_SECONDS = 24 * 60 * 60;
/** For so long a stale response is sent at once and renewed behind it. */
const STALE = `stale-while-revalidate=${DAY_SECONDS}, stale-if-error=${7 * DAY_SECONDS}`;
/** The parameters of addresses that are kept: with others there are endless ones, and they may hold words about a person. */
const PARAMETERS = ["limit", "cursor"];

/** The tag of what shows more than one post: lists, feed and sitemap. */
export const POSTS = "posts";

/** The tag of what shows this post. */
export function postTag(id: string) {
  return `post-${id}`;
}

/** Marks a response as one that everybody may see and the edge may keep, until a tag of it is purged. */
export function keepAtEdge(c: Context, tags: string[], freshSeconds = FRESH_SECONDS) {
  c.header(TAGS, tags.join());
  c.header(POLICY, `max-age=${freshSeconds}, ${STALE}`);
}

/** What never changes under its address: kept for a day at a time, so that what is deleted is gone within two. */
export function keepImageAtEdge(c: Context) {
  keepAtEdge(c, ["images"], DAY_SECONDS);
}

/** Middleware: 304 for whoever has a response already. Caches take over a 304's headers, so it carries those that differ by page. */
export const withEtag = etag({
  retainedHeaders: [...RETAINED_304_HEADERS, POLICY, TAGS, "Content-Security-Policy", "Cross-Origin-Resource-Policy"],
});

/** Middleware: the edge keeps nothing but marked, good responses to strangers. Without a policy it would keep any for hours. */
export async function guardEdge(c: Context, next: Next) {
  await next();
  const isGood = c.res.status === 200 || c.res.status === 304;
  const isForAll = !hasSession(c) && !c.res.headers.has("Set-Cookie");
  const isPlain = Object.keys(c.req.query()).every((name) => PARAMETERS.includes(name));
  if (c.res.headers.has(TAGS) && isGood && isForAll && isPlain) return;
  c.res.headers.delete(TAGS);
  c.res.headers.set(POLICY, "no-store");
}

/** Takes from the edge what shows this post or lists posts. A change stands even if that fails. Locally there is no such cache. */
export async function purgePost(c: Context, id: string) {
  const { cache } = c.executionCtx as ExecutionContext;
  const purged = await cache?.purge({ tags: [postTag(id), POSTS] }).catch((error: Error) => error);
  if (purged instanceof Error || purged?.success === false) {
    console.error(JSON.stringify({ level: "error", message: "the edge cache was not purged" }));
  }
}
