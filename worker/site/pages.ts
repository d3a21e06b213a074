import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { type Database, database } from "../../db/database.ts";
import { cardOf } from "../../db/model/blog/post-card.ts";
import { resultsOf } from "../../db/model/forecast/results.ts";
import type { LeadPage } from "../../db/model/introductions/referral.ts";
import type { MailLinkState } from "../../db/model/mail/newsletter.ts";
import { addressOf } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { language, t } from "../../db/model/words.ts";
import { forecastResults } from "../../db/schema.ts";
import { embed, type PageData, pageRoutes, render } from "../../web/start/render.tsx";
import { publishedPost, publishedPosts, publishedSlugs } from "../blog/posts.ts";
import type { Env } from "../env.ts";
import { keepAtEdge, POSTS, STORIES, tagsOfPost, withEtag } from "../http/edge-cache.ts";
import { SPECULATION_RULES } from "../http/headers.ts";
import { openPaper, pressLead, readLead } from "../introductions/lead.ts";
import { confirm, isMailToken, unsubscribe } from "../mail/newsletter.ts";
import { fileResponse } from "../papers/show.ts";
import { shownStories } from "../stories/stories.ts";
import { feed, securityText, sitemap } from "./feed.ts";
import { FRAMES, framePath } from "./frames.ts";

/** Cards on a page of the blog's list. */
export const POSTS_PER_PAGE = 12;
const FEED_POSTS = 20;
/** More posts than this would need a sitemap index with several files. */
const SITEMAP_POSTS = 10_000;

const STATUS_OF = { asked: 200, done: 200, open: 200, expired: 404, unavailable: 503 } as const;
const LEAD_STATUS = {
  open: 200,
  renewed: 200,
  withdrawn: 410,
  closed: 410,
  expired: 410,
  unknown: 404,
  unavailable: 503,
} as const satisfies Record<LeadPage["state"], number>;
type Status = 400 | (typeof STATUS_OF)[keyof typeof STATUS_OF] | (typeof LEAD_STATUS)[LeadPage["state"]];

const formUpTo = (maxSize: number) => bodyLimit({ maxSize, onError: (c) => c.text(t`This form is too large.`, 413) });
/** For a form with nothing but a token. */
const smallForm = formUpTo(4096);

type PageContext = Context<{ Bindings: Env }>;

/** The pages that exist in every language. */
const inEveryLanguage = new Hono<{ Bindings: Env }>()
  .get("/blog", async (c) => {
    const { q = "", cursor = "" } = c.req.query();
    const page = await whileUp(() =>
      publishedPosts(database(c.env.DB), { limit: POSTS_PER_PAGE, q, cursor, language: language() }),
    );
    const posts = page && { q, cursor, posts: page.posts.map(cardOf), next: page.next };
    if (!posts) return servePage(c, "web/blog/list.tsx", {}, 503);
    keepAtEdge(c, [POSTS]);
    return servePage(c, "web/blog/list.tsx", { posts });
  })
  .get("/blog/:slug", async (c) => {
    const found = await whileUp(() => publishedPost(database(c.env.DB), c.req.param("slug")));
    if (found === undefined) return servePage(c, "web/blog/post.tsx", {}, 503);
    if (found?.movedTo) return c.redirect(addressOf(paths.post(found.movedTo)), 301);
    const post = found?.post;
    if (!post) return servePage(c, "web/blog/post.tsx", { post: null }, 404);
    // If the post is in the other language, redirect to its translation or, if it has none, to the post itself.
    if (post.language !== language()) {
      return c.redirect(post.twin ? addressOf(paths.post(post.twin)) : addressOf(paths.post(post.slug), post.language));
    }
    keepAtEdge(c, tagsOfPost(post));
    return servePage(c, "web/blog/post.tsx", { post });
  })
  .get("/calculator", (c) => servePage(c, "web/calculator/calculator.tsx", null))
  .get("/stories", async (c) => {
    const stories = await whileUp(() => shownStories(database(c.env.DB)));
    if (!stories) return servePage(c, "web/pages/stories.tsx", { stories: null }, 503);
    keepAtEdge(c, [STORIES]);
    return servePage(c, "web/pages/stories.tsx", { stories });
  })
  .get("/forecast", async (c) => {
    const forecast = await whileUp(async () => resultsOf(await database(c.env.DB).select().from(forecastResults)));
    return servePage(c, "web/pages/forecast.tsx", { forecast }, forecast ? 200 : 503);
  })
  .get("/newsletter", (c) =>
    mailLink(c, "newsletter", async (db, token) => (await isMailToken(db, "confirm", token)) && "asked"),
  )
  .post("/newsletter", smallForm, (c) =>
    mailLink(c, "newsletter", async (db, token) => (await confirm(db, token)) && "done"),
  )
  .get("/unsubscribe", (c) =>
    mailLink(c, "unsubscribe", async (db, token) => (await isMailToken(db, "unsubscribe", token)) && "asked"),
  )
  .post("/unsubscribe", smallForm, (c) =>
    mailLink(c, "unsubscribe", async (db, token) => (await unsubscribe(db, token)) && "done"),
  );

/** The pages that the Worker renders with data, as strangers see them, and the feeds. */
export const pages = new Hono<{ Bindings: Env }>()
  // This route precedes the ETags: a static file has its own, in headers that cannot be changed.
  .get("/blog/new", (c) => c.env.ASSETS.fetch(c.req.raw))
  .use(withEtag)
  .route("/", inEveryLanguage)
  .route("/es", inEveryLanguage)
  .get("/lead", (c) => leadPage(c, (token) => readLead(c.env, token)))
  .post("/lead", smallForm, (c) => leadPage(c, (token, form) => pressLead(c, token, form)))
  .post("/lead/papers/:id", smallForm, async (c) => {
    const { token = "" } = await postedForm(c);
    const opened = await whileUp(() => openPaper(c.env, token, c.req.param("id")));
    const response = await fileResponse(c, opened?.file, opened?.bytes);
    return response ? neverKept(response) : leadPage(c, (token) => readLead(c.env, token));
  })
  .get("/rss.xml", async (c) => {
    const { posts } = await publishedPosts(database(c.env.DB), { limit: FEED_POSTS });
    keepAtEdge(c, [POSTS]);
    return c.body(feed(c.env.SITE_URL, posts), 200, { "Content-Type": "application/rss+xml; charset=utf-8" });
  })
  .get("/sitemap.xml", async (c) => {
    const slugs = await publishedSlugs(database(c.env.DB), SITEMAP_POSTS);
    const listed = pageRoutes.filter(({ path, isListed }) => isListed && !path.includes(":"));
    const pages = listed.map(({ path, isInSpanish }) => ({ en: path, ...(isInSpanish && { es: path }) }));
    const posts = slugs.map(({ en, es }) => ({ ...(en && { en: paths.post(en) }), ...(es && { es: paths.post(es) }) }));
    keepAtEdge(c, [POSTS]);
    return c.body(sitemap(c.env.SITE_URL, [...pages, ...posts]), 200, {
      "Content-Type": "application/xml; charset=utf-8",
    });
  })
  .get("/robots.txt", (c) => {
    if (c.env.ROBOTS) return c.text("User-agent: *\nDisallow: /\n");
    return c.text(`User-agent: *\nDisallow: /api/\nDisallow: /desk\n\nSitemap: ${c.env.SITE_URL}/sitemap.xml\n`);
  })
  .get("/.well-known/security.txt", (c) => c.text(securityText(c.env.SITE_URL, new Date())))
  .get("/.well-known/change-password", (c) => c.redirect("/desk/account#password"))
  .get("/desk", (c) => c.redirect("/desk/my-day"))
  .get(`${FRAMES}/*`, (c) => c.notFound());

for (const { path, source } of pageRoutes.filter(({ path }) => path.startsWith("/desk/"))) {
  pages.get(path, (c) => privately(c, source));
}

/**
 * The page's frame with content, head and data. Without data (D1 is down) the browser asks; null: none needed. `path`: the
 * page's own, where another address serves it, too.
 */
async function servePage(
  c: PageContext,
  source: string,
  data: PageData | null = {},
  status: Status = 200,
  path?: string,
) {
  const url = new URL(c.req.url);
  const frame = await c.env.ASSETS.fetch(new URL(framePath(source), url));
  const { head, page } = await render(path ?? url.pathname + url.search, data ?? {});
  const html = (await frame.text())
    .replace("<!--head-->", () => head)
    .replace("<!--page-->", () => page)
    // The data comes last, because painting the page does not wait for it.
    .replace("</body>", () => `${data ? embed(data) : ""}</body>`);
  const policy = frame.headers.get("content-security-policy");
  if (policy) c.header("Content-Security-Policy", policy);
  c.header("Speculation-Rules", `"${SPECULATION_RULES}"`);
  c.header("Cache-Control", "public, max-age=0, must-revalidate");
  return c.html(html, status);
}

/** A page behind a link in a mail. GET changes nothing, since mail scanners follow links; its form POSTs the token. */
async function mailLink(
  c: PageContext,
  page: "newsletter" | "unsubscribe",
  act: (db: Database, token: string) => Promise<MailLinkState | false>,
) {
  const token = c.req.query("token") ?? (await postedForm(c)).token ?? "";
  const found = await whileUp(() => act(database(c.env.DB), token));
  const state = found === undefined ? "unavailable" : found || "expired";
  return serveSecretly(c, `web/newsletter/${page}.tsx`, { mailLink: { state, token } }, STATUS_OF[state]);
}

/** The page behind the link in a lead's mail. */
async function leadPage(
  c: PageContext,
  act: (token: string, form: Record<string, string>) => Promise<Pick<LeadPage, "state"> & Partial<LeadPage>>,
) {
  const form = await postedForm(c);
  const token = c.req.query("token") ?? form.token ?? "";
  const found = (await whileUp(() => act(token, form))) ?? { state: "unavailable" as const };
  const lead = { given: {}, messages: {}, ...found, token };
  const isRefused = Object.keys(lead.messages).length > 0;
  return serveSecretly(c, "web/lead/lead.tsx", { lead }, isRefused ? 400 : LEAD_STATUS[lead.state], "/lead");
}

/** A page with a secret in its address or content. */
async function serveSecretly(...page: Parameters<typeof servePage>) {
  return neverKept(await servePage(...page));
}

function neverKept(response: Response) {
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("Referrer-Policy", "no-referrer");
  return response;
}

/** The texts of a posted form, by name. */
async function postedForm(c: PageContext): Promise<Record<string, string>> {
  if (c.req.method !== "POST") return {};
  const form = await c.req.parseBody().catch(() => ({}));
  return Object.fromEntries(
    Object.entries(form).filter((field): field is [string, string] => typeof field[1] === "string"),
  );
}

/** A page of the desk, never cached or listed. Its data comes from calls that check who is signed in. */
async function privately(c: PageContext, source: string) {
  const response = await servePage(c, source);
  response.headers.set("Cache-Control", "no-store");
  response.headers.set("X-Robots-Tag", "noindex");
  return response;
}

/** The result; undefined if the database does not answer. Then the page is served without it. */
async function whileUp<Result>(read: () => Promise<Result>) {
  try {
    return await read();
  } catch (error) {
    console.error(JSON.stringify({ level: "error", message: "page data unavailable", name: (error as Error).name }));
  }
}
