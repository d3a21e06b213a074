import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { addressOf } from "../../../db/model/site/address.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { pageRoutes } from "../../../web/start/render.tsx";
import { app } from "../../../worker/site/index.ts";
import { call, callWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { erase, publish } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";
import { readPage } from "./page.ts";

freshDatabase();

let cookie: string;
beforeEach(async () => {
  ({ cookie } = (await signedIn()).headers);
});

test("every page that the Worker renders has its handler", () => {
  const handled = app.routes.filter(({ method }) => method === "GET").map(({ path }) => path);
  const rendered = pageRoutes.filter(({ isRendered }) => isRendered).map(({ path }) => path);
  expect(rendered.filter((path) => !handled.includes(path))).toEqual([]);
});

test("a post arrives whole, with its share tags and structured data", async () => {
  await publish(cookie, {
    title: 'Reading an "APR"',
    slug: "apr",
    tags: "rates, credit",
    heroImageUrl: "https://pictures.example/apr.jpg",
    heroImageAlt: "A sheet of figures",
    content: "## The **rate**\nand the fees.",
  });
  await env.DB.prepare("update blog_posts set createdAt = ?")
    .bind(Date.UTC(2026, 10, 21, 3))
    .run();
  const { status, html, headers, data } = await readPage("/blog/apr");
  expect(status).toBe(200);
  expect(headers.get("cache-control")).toBe("public, max-age=0, must-revalidate");
  expect(html).toContain("<title>Reading an &quot;APR&quot; | Bluebonnet Auto PreQual</title>");
  expect(html).toContain('<meta name="description" content="The rate and the fees."/>');
  expect(html).toContain('<meta property="og:description" content="The rate and the fees."/>');
  expect(html).toContain('<meta property="og:type" content="article"/>');
  expect(html).toContain('<meta property="og:image" content="https://pictures.example/apr.jpg"/>');
  expect(html).toMatch(/<link rel="canonical" href="[^"]*\/blog\/apr"\/>/);
  expect(html).toContain("November 20, 2026");
  expect(html).toContain("<h2>The <strong>rate</strong></h2>");
  expect(html).toMatch(/<img[^>]* alt="A sheet of figures"[^>]* width="1200" height="675"/);
  expect(html).toContain('href="/blog?q=rates"');
  expect(data("ld+json")).toMatchObject({
    "@type": "BlogPosting",
    headline: 'Reading an "APR"',
    description: "The rate and the fees.",
  });
  expect(data("json")).toMatchObject({ post: { slug: "apr", tree: { type: "root" } } });
});

test("a description is what a reader reads, cut at a word", async () => {
  const content = `# Fees & *more*
<b>See</b> [our guide](https://example.com/a_b#c), &amp; ask<script>alert(1)</script>:

| Fee | Limit |
|---|---|
| Title | $33 |

- \`one\` #2 C#
- ![A lot](https://example.com/lot.jpg) ${"three four five ".repeat(30)}`;
  await publish(cookie, { slug: "fees", content });
  const { html, data } = await readPage("/blog/fees");
  const { description } = data("ld+json");
  expect(description).toMatch(
    /^Fees & more See our guide, & ask: Fee Limit Title \$33 one #2 C# three four .*(three|four|five)…$/,
  );
  expect(description.length).toBeLessThanOrEqual(155);
  const inHtml = description.replaceAll("&", "&amp;");
  for (const name of ['name="description"', 'property="og:description"']) {
    expect(html).toContain(`<meta ${name} content="${inHtml}"/>`);
  }
  const inXml = description.replaceAll("&", "&#38;");
  expect(await (await call("/rss.xml")).text()).toContain(`<description>${inXml}</description>`);
  expect((await readPage("/blog")).html).toContain("Fees &amp; more\n&lt;b&gt;See&lt;/b&gt; [our guide]");
});

test("an unknown address is a page, and JSON only under /api", async () => {
  for (const path of ["/desk/nothing", "/newsletter/x", "/media/a/b"]) {
    const { status, headers, html } = await readPage(path);
    expect([path, status]).toEqual([path, 404]);
    expect(headers.get("content-type")).not.toContain("json");
    expect(html).toMatch(/^<!doctype html>/);
  }
  expect((await call("/api/desk/nothing")).headers.get("content-type")).toContain("json");
});

test("the page for an unknown address is kept by nobody", async () => {
  const kept = { "cache-control": "public, max-age=0, must-revalidate" };
  const ASSETS = { fetch: async () => new Response("", { headers: kept }) } as unknown as Fetcher;
  const { status, headers } = await readPage("/assets/gone.js", {}, { ASSETS });
  expect([status, headers.get("cache-control")]).toEqual([404, "no-store"]);
});

test("a missing, draft or binned post is a 404 for authors too", async () => {
  await publish(cookie, { slug: "draft", published: false });
  const { id } = await publish(cookie, { slug: "binned" });
  await erase(cookie, id);
  for (const slug of ["missing", "draft", "binned", "a%00b"]) {
    for (const headers of [{ cookie: "" }, { cookie }]) {
      const { status, html } = await readPage(`/blog/${slug}`, headers);
      expect([slug, status]).toEqual([slug, 404]);
      expect(html).toContain("Post Not Found");
      expect(html).toContain('<meta name="robots" content="noindex"/>');
    }
  }
});

test("a site that should not be found tells crawlers so everywhere", async () => {
  for (const path of ["/robots.txt", "/blog", "/api/blog"]) {
    const hidden = await callWith({ ...env, ROBOTS: "noindex" }, path);
    expect([path, hidden.headers.get("x-robots-tag")]).toEqual([path, "noindex"]);
    if (path === "/robots.txt") expect(await hidden.text()).toBe("User-agent: *\nDisallow: /\n");
    expect((await call(path)).headers.get("x-robots-tag")).toBeNull();
  }
});

test("the list shows twelve cards and leads on without a script", async () => {
  for (let number = 1; number <= 13; number++) {
    await publish(cookie, { title: `Post ${number}`, content: `# *${number}* ${"x".repeat(200)}${" y".repeat(400)}` });
  }
  const { html, data } = await readPage("/blog");
  expect(html.match(/<article/g)).toHaveLength(12);
  expect(html).toContain(`> 13 ${"x".repeat(146)}...<`);
  expect(html.replaceAll("<!-- -->", "")).toContain(">2 min read<");
  expect(data("json")).toMatchObject({ posts: { q: "", next: expect.stringMatching(/^en_\d+_/) } });
  expect(JSON.stringify(data("json"))).not.toContain("xxx...xxx");
  const [, cursor = ""] = /<input type="hidden" name="cursor" value="([^"]+)"/.exec(html) ?? [];
  const older = (await readPage(`/blog?cursor=${cursor}`)).html;
  expect(older.match(/<article/g)).toHaveLength(1);
  expect(older).toContain("Back to the newest posts");
});

test("a search is answered in the HTML, also when nothing is found", async () => {
  expect((await readPage("/blog")).html).toContain("No published posts available at this time.");
  await publish(cookie, { title: "First car" });
  expect((await readPage("/blog?q=FIRST")).html).toContain("First car");
  const { html } = await readPage(`/blog?q=${encodeURIComponent('"boat" <b>')}`);
  expect(html).toContain("No Posts Found");
  expect(html).toContain("No posts match &quot;&quot;boat&quot; &lt;b&gt;&quot;. Try a different search term.");
});

test("the same page again is 304 and a changed one is not", async () => {
  await publish(cookie, { title: "First" });
  const { headers } = await readPage("/blog");
  const etag = headers.get("etag") ?? "";
  expect((await readPage("/blog", { "if-none-match": etag })).status).toBe(304);
  await publish(cookie, { title: "Second" });
  expect((await readPage("/blog", { "if-none-match": etag })).status).toBe(200);
});

test("a 304 keeps the policy that allows the page's own sheet", async () => {
  const policy = "style-src 'self' 'sha256-of-the-sheet'";
  const frames = {
    fetch: async () => new Response("<!--head--><!--page-->", { headers: { "content-security-policy": policy } }),
  };
  const bindings = { ASSETS: frames as unknown as Fetcher };
  const first = await readPage("/blog", {}, bindings);
  const again = await readPage("/blog", { "if-none-match": first.headers.get("etag") ?? "" }, bindings);
  expect(again.status).toBe(304);
  expect(again.headers.get("content-security-policy")).toBe(policy);
});

test("when D1 is down, the list and a post are still pages", async () => {
  const down = {
    prepare: () => {
      throw new Error("D1 is down");
    },
  };
  for (const path of ["/blog", "/blog?q=car", "/blog/any-post"]) {
    const { status, html } = await readPage(path, {}, { DB: down as unknown as D1Database });
    expect(status).toBe(503);
    expect(html).toMatch(/Loading posts?\.\.\./);
  }
});

test("the feed holds the newest 20 published posts as well-formed XML", async () => {
  for (let number = 1; number <= 21; number++) await publish(cookie, { title: `A & B <${number}>` });
  await publish(cookie, { title: "Draft", published: false });
  const response = await call("/rss.xml");
  const xml = await response.text();
  expect(response.headers.get("content-type")).toBe("application/rss+xml; charset=utf-8");
  expect(xml.match(/<item>/g)).toHaveLength(20);
  expect(xml).toContain("<title>A &#38; B &#60;21&#62;</title>");
  expect(xml).not.toContain("Draft");
});

test("security.txt says where to tell us of a hole, and never expires", async () => {
  const text = await (await call("/.well-known/security.txt")).text();
  const fields = Object.fromEntries(
    text
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toEqual({
    Contact: `${env.SITE_URL}/contact`,
    Expires: expect.stringMatching(/^\d{4}-\d\d-\d\dT00:00:00.000Z$/),
    "Preferred-Languages": "en, es",
    Canonical: `${env.SITE_URL}/.well-known/security.txt`,
  });
  const days = (Date.parse(fields.Expires) - Date.now()) / DAY_MS;
  expect(days).toBeGreaterThan(88);
  expect(days).toBeLessThan(365);
});

test("a password manager is led to where a member's password is changed", async () => {
  const led = await call("/.well-known/change-password", { redirect: "manual" });
  expect([led.status, led.headers.get("location")]).toEqual([302, "/desk/account#password"]);
  // It asks for this address to see whether the site answers 200 to anything.
  expect((await call("/.well-known/resource-that-should-not-exist-whose-status-code-should-not-be-200")).status).toBe(
    404,
  );
});

test("a post with characters that XML cannot hold leaves the feed well-formed", async () => {
  await publish(cookie, { title: "Odd", content: "One\u0001\u000b\ufffe\uffff two \u{1f335}" });
  const xml = await (await call("/rss.xml")).text();
  expect(xml).toMatch(/<description>One\s+two \u{1f335}<\/description>/u);
});

test("the feed reads no half character of a post", async () => {
  const family = "\u{1f468}\u200d\u{1f469}\u200d\u{1f467}";
  const image = `![](https://example.com/${"a".repeat(1960)})`;
  await publish(cookie, { title: "Family", content: `${image}${family.repeat(20)}` });
  const [, described = ""] =
    /<description>([^<]*)<\/description>\s*<\/item>/.exec(await (await call("/rss.xml")).text()) ?? [];
  expect(described.replaceAll(family, "")).toBe("");
  expect(described).not.toBe("");
});

test("the sitemap names public pages and published posts only", async () => {
  await publish(cookie, { slug: "seen" });
  await publish(cookie, { slug: "unseen", published: false });
  const xml = await (await call("/sitemap.xml")).text();
  const named = [...xml.matchAll(/<loc>https?:\/\/[^/<]+([^<]*)<\/loc>/g)].map(([, path]) => path || "/");
  const open =
    "how-it-works about texas partners stories blog calculator forecast faq contact privacy terms consent accessibility apply";
  const english = ["/", ...open.split(" ").map((name) => `/${name}`)];
  const wanted = [...english, ...english.map((path) => addressOf(path, "es")), "/blog/seen"];
  expect(named.toSorted()).toEqual(wanted.toSorted());
});
