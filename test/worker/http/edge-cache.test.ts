import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import { Hono } from "hono";
import { setCookie } from "hono/cookie";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Env } from "../../../worker/env.ts";
import { guardEdge, keepAtEdge } from "../../../worker/http/edge-cache.ts";
import worker from "../../../worker/site/index.ts";
import { callWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { envWithout } from "../routes/faults.ts";
import { goodRequest, nameOf, storeMaria, storeOneOfEach } from "../routes/good-requests.ts";
import { addressOf, apiRoutes, isRead, pageRoutes } from "../routes/routes.ts";
import { readPage } from "../site/page.ts";
import { publish, type SavedPost } from "../staff/author.ts";
import { type Colleague, signedIn } from "../staff/staff.ts";
import { edgeCache } from "./edge.ts";

/** Readers of the blog get pages from Cloudflare's cache. It has every change, and nothing personal. */

freshDatabase();

const IMAGE = "/media/00000000-0000-4000-8000-000000000000.png";
const SECONDS = 1000;
const FRESH = 60 * SECONDS;
const DAY = 24 * 60 * 60 * SECONDS;

let author: Colleague;
let edge: ReturnType<typeof edgeCache>;
let logged: string[];
const noD1 = envWithout("d1");
const nothing = envWithout("d1", "r2");

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  logged = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
  author = await signedIn();
  edge = edgeCache();
  await env.MEDIA.put(IMAGE.slice("/media/".length), "image", { httpMetadata: { contentType: "image/png" } });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const readers = [
  "/blog",
  "/blog/truck",
  "/es/blog",
  "/api/blog",
  "/api/blog?limit=12",
  "/api/blog?limit=12&language=es",
  "/api/blog/truck",
  "/rss.xml",
  "/sitemap.xml",
];

function pass(milliseconds: number) {
  vi.setSystemTime(Date.now() + milliseconds);
}

async function read(path: string, bindings: Env = framed(env), headers: Record<string, string> = {}) {
  const response = await edge.get(bindings, path, { headers });
  const text = new TextDecoder().decode(await response.arrayBuffer());
  return { status: response.status, edge: response.headers.get("cf-cache-status"), headers: response.headers, text };
}

/** Pages with their data inside. */
function framed(bindings: Env): Env {
  const frame = "<head><!--head--></head><body><!--page--></body>";
  return { ...bindings, ASSETS: { fetch: async () => new Response(frame) } as unknown as Fetcher };
}

function write(method: string, path: string, body?: object) {
  return edge.get(framed(env), path, {
    method,
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...author.headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

function truck(changes: Partial<SavedPost> = {}) {
  return publish(author.headers.cookie, { title: "Truck", slug: "truck", ...changes });
}

test("what readers ask for is read once, then comes from the edge", async () => {
  await truck();
  for (const path of [...readers, IMAGE]) {
    expect(await read(path), path).toMatchObject({ status: 200, edge: "MISS" });
    const first = (await read(path)).text;
    const again = await read(path, nothing);
    expect(again, path).toMatchObject({ status: 200, edge: "HIT", text: first });
    expect(again.headers.has("set-cookie")).toBe(false);
    expect((await edge.get(nothing, path, { method: "HEAD" })).status).toBe(200);
  }
});

test("after a minute a page comes at once, then anew", async () => {
  await truck();
  const { text } = await read("/blog");
  await env.DB.prepare("update blog_posts set title = 'Renamed', slug = 'truck', content = 'Renamed'").run();
  pass(FRESH + SECONDS);
  expect(await read("/blog")).toMatchObject({ edge: "UPDATING", text });
  const next = await read("/blog");
  expect(next.edge).toBe("HIT");
  expect(next.text).toContain("Renamed");
});

test("while D1 is down for a day the last good version shows", async () => {
  await truck();
  const { text } = await read("/blog");
  for (const hours of [0.1, 1, 25]) {
    pass((hours * DAY) / 24);
    expect(await read("/blog", framed(noD1)), `${hours} hours later`).toMatchObject({ status: 200, text });
  }
  expect(await read("/blog", framed(noD1))).toMatchObject({ edge: "STALE" });
  await env.DB.prepare("update blog_posts set title = 'Renamed', content = 'Renamed'").run();
  const back = await read("/blog");
  expect(back.edge).toBe("MISS");
  expect(back.text).toContain("Renamed");
});

test("what nobody had read before D1 went down is 503, unkept", async () => {
  await truck();
  for (const path of [...readers, "/blog?q=truck", "/api/blog?q=truck"]) {
    expect(await read(path, framed(noD1)), path).toMatchObject({ status: 503, edge: "BYPASS" });
    expect(await read(path), path).toMatchObject({ status: 200 });
  }
});

async function show(path: string) {
  const { status, text, headers } = await read(path);
  return { status, text, location: headers.get("location") };
}

test("whatever is done to a post, everybody sees at the next request", async () => {
  for (const path of readers) await read(path);
  expect((await read("/blog/truck")).status).toBe(404);

  const created = await (
    await write("POST", "/api/blog", { title: "Truck", slug: "truck", content: "First.", tags: "", published: true })
  ).json<SavedPost>();
  for (const path of readers) expect((await show(path)).text, `created: ${path}`).toMatch(/truck/i);

  const changed = { title: "Truck", slug: "lorry", content: "Second.", tags: "", published: true };
  const version = { updatedAt: Date.parse(created.updatedAt) };
  const saved = await (await write("PUT", `/api/blog/id/${created.id}`, { ...changed, ...version })).json<SavedPost>();
  expect(await show("/blog/truck")).toMatchObject({ status: 301, location: "/blog/lorry" });
  expect(await show("/api/blog/truck")).toMatchObject({ status: 301, location: "/api/blog/lorry" });
  for (const path of ["/blog", "/api/blog", "/rss.xml", "/sitemap.xml", "/blog/lorry", "/api/blog/lorry"]) {
    expect((await show(path)).text, `edited: ${path}`).toMatch(/lorry/);
  }

  await write("DELETE", `/api/blog/id/${created.id}`);
  for (const path of ["/blog/lorry", "/api/blog/lorry", "/blog/truck"]) expect((await show(path)).status).toBe(404);
  for (const path of ["/blog", "/api/blog", "/rss.xml", "/sitemap.xml"]) {
    expect((await show(path)).text, `deleted: ${path}`).not.toMatch(/lorry/);
  }

  await write("PUT", `/api/blog/id/${created.id}/restore`, {});
  for (const path of ["/blog", "/api/blog", "/rss.xml", "/sitemap.xml", "/blog/lorry", "/api/blog/lorry"]) {
    expect((await show(path)).text, `undone: ${path}`).toMatch(/lorry/);
  }

  const { updatedAt } = await (await call(`/api/blog/id/${created.id}`)).json<SavedPost>();
  const hidden = { ...changed, published: false, updatedAt: Date.parse(updatedAt) };
  expect((await write("PUT", `/api/blog/id/${created.id}`, hidden)).status).toBe(200);
  expect((await show("/blog/lorry")).status).toBe(404);
  expect(saved.slug).toBe("lorry");
});

function call(path: string) {
  return callWith(env, path, { headers: author.headers });
}

test("a change to one post leaves the others at the edge", async () => {
  await truck();
  const other = await publish(author.headers.cookie, { title: "Van", slug: "van" });
  await read("/blog/truck");
  await read("/blog/van");
  await write("DELETE", `/api/blog/id/${other.id}`);
  expect(await read("/blog/truck", nothing)).toMatchObject({ status: 200, edge: "HIT" });
});

test("an earlier slug that a new post takes shows the new post", async () => {
  const first = await truck();
  await write("PUT", `/api/blog/id/${first.id}`, { ...first, slug: "lorry", updatedAt: Date.parse(first.updatedAt) });
  expect((await show("/blog/truck")).status).toBe(301);
  await write("POST", "/api/blog", { title: "New truck", slug: "truck", content: "New.", tags: "", published: true });
  expect(await show("/blog/truck")).toMatchObject({ status: 200, text: expect.stringContaining("New truck") });
});

test("a change is stored and seen later if the purge is refused", async () => {
  const post = await truck();
  await read("/blog/truck");
  edge.refuseToPurge = true;
  const change = { ...post, title: "Lorry", updatedAt: Date.parse(post.updatedAt) };
  expect((await write("PUT", `/api/blog/id/${post.id}`, change)).status).toBe(200);
  expect(logged.join()).toContain("not purged");
  expect((await read("/blog/truck")).text).not.toContain("Lorry");
  pass(FRESH + SECONDS);
  await read("/blog/truck");
  expect((await read("/blog/truck")).text).toContain("Lorry");
});

const never: [what: string, path: string, headers?: Record<string, string>][] = [
  ["a search", "/blog?q=truck"],
  ["an address with words that are none of ours", "/blog/truck?email=maria%40example.com"],
  ["an unknown post", "/blog/no-such-post"],
  ["an unknown image", "/media/no-such-image.png"],
  ["a draft", "/blog/draft"],
  ["an earlier slug", "/blog/earlier"],
  ["what a stranger marks as handed on", "/blog", { "x-handed-on": "1" }],
  ["what came with a session cookie", "/blog", { cookie: "__Host-session=x" }],
];
test("a search, a draft or anything of one's own is never kept", async () => {
  const { id } = await truck();
  await truck({ title: "Draft", slug: "draft", published: false });
  await env.DB.prepare("insert into blog_redirects (slug, postId) values ('earlier', ?)").bind(id).run();
  for (const [what, path, headers] of never) {
    await read(path, framed(env), headers);
    expect(await read(path, framed(env), headers), what).toMatchObject({ edge: "BYPASS" });
    expect((await read(path, framed(nothing))).status, what).toBe(503);
  }
});

test("the entrypoint to which wrangler.toml gives the cache answers by itself", async () => {
  const { CachedPages } = exports as unknown as { CachedPages: Fetcher };
  expect((await CachedPages.fetch(`https://site.test${IMAGE}`)).status).toBe(200);
});

test("a request sent back to the main entrypoint is answered", async () => {
  await truck();
  for (const path of [...readers, IMAGE]) {
    const context = createExecutionContext();
    const CachedPages = { fetch: (request: Request) => worker.fetch(request, framed(env), context) };
    Object.assign(context, { exports: { CachedPages } });
    const response = await worker.fetch(new Request(`https://site.test${path}`), framed(env), context);
    expect(response.status, path).toBe(200);
    await response.arrayBuffer();
    await waitOnExecutionContext(context);
  }
});

test("a post that publishes itself is read at once, with the lists", async () => {
  const publishAt = new Date(Date.now() + FRESH / 2).toISOString();
  await truck({ published: false, publishAt } as Partial<SavedPost>);
  for (const path of ["/blog", "/blog/truck"]) await read(path);
  pass(FRESH / 2);
  await edge.tick(env);
  expect((await read("/blog/truck")).status).toBe(200);
  expect((await read("/blog")).text).toContain("Truck");
});

test("links with what advertising adds share the page's one copy", async () => {
  await truck();
  for (const path of ["/blog/truck", "/blog", "/rss.xml", "/api/blog?limit=12"]) {
    await read(path);
    const join = path.includes("?") ? "&" : "?";
    for (const added of ["utm_source=mail&utm_campaign=fall_2026", "gclid=1", "fbclid=1&gbraid=2", "msclkid=x"]) {
      expect(await read(path + join + added, nothing), path + added).toMatchObject({ status: 200, edge: "HIT" });
    }
  }
});

test("a page that fails once its post is read is never kept", async () => {
  await truck();
  const noFrames = { fetch: () => Promise.reject(new Error("no assets")) } as unknown as Fetcher;
  expect(await read("/blog/truck", { ...env, ASSETS: noFrames })).toMatchObject({ status: 503, edge: "BYPASS" });
  expect(await read("/blog/truck")).toMatchObject({ status: 200 });
});

test("nothing else of the site is ever kept, whoever asks", async () => {
  const manager = await signedIn("manager");
  const requests = await storeOneOfEach(manager);
  await storeMaria();
  const kept =
    /^\/(blog|api\/blog)(\/:slug)?$|^\/es\/blog(\/:slug)?$|^(\/es)?\/stories$|^\/media\/:key$|^\/(rss|sitemap)\.xml$/;
  const others = [...apiRoutes, ...pageRoutes].filter((route) => isRead(route) && !kept.test(route.pattern));
  expect(others.length).toBeGreaterThan(20);
  for (const route of others) {
    const isApi = route.pattern.startsWith("/api/");
    const [path, init] = isApi ? goodRequest(route, requests, manager) : [addressOf(route), {}];
    const response = await callWith(framed(env), path, init);
    expect([nameOf(route), response.headers.get("cloudflare-cdn-cache-control")]).toEqual([nameOf(route), "no-store"]);
    expect(response.headers.has("cache-tag")).toBe(false);
    await response.arrayBuffer();
  }
});

test("an image that the browser has is 304 with nothing in it", async () => {
  const { headers } = await read(IMAGE);
  const etag = headers.get("etag") ?? "";
  for (const bindings of [env, nothing]) {
    const again = await read(IMAGE, bindings, { "if-none-match": etag });
    expect(again).toMatchObject({ status: 304, text: "" });
    expect(again.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  }
  const direct = await callWith(env, IMAGE, { headers: { "if-none-match": `"x", W/${etag}` } });
  expect(direct.status).toBe(304);
  expect(direct.headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
  expect(direct.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  for (const other of ['"x"', "x", ""]) {
    expect((await callWith(env, IMAGE, { headers: { "if-none-match": other } })).status).toBe(200);
  }
});

test("a deleted image is gone from the edge within two days", async () => {
  await read(IMAGE);
  await env.MEDIA.delete(IMAGE.slice("/media/".length));
  pass(DAY + SECONDS);
  await read(IMAGE);
  expect((await read(IMAGE)).status).toBe(404);
});

test("a page asked for with its ETag is 304", async () => {
  await truck();
  const first = await readPage("/blog/truck");
  const again = await readPage("/blog/truck", { "if-none-match": first.headers.get("etag") ?? "" });
  expect(again.status).toBe(304);
  for (const name of ["cloudflare-cdn-cache-control", "cache-tag"]) {
    expect(again.headers.get(name)).toBe(first.headers.get(name));
  }
});

test("what sets a cookie is never kept", async () => {
  const site = new Hono().use(guardEdge).get("/blog", (c) => {
    keepAtEdge(c, ["posts"]);
    if (c.req.query("limit")) setCookie(c, "seen", "1");
    return c.text("");
  });
  const policyOf = async (path: string) => (await site.request(path)).headers.get("cloudflare-cdn-cache-control");
  expect(await policyOf("/blog")).toMatch(/^max-age=/);
  expect(await policyOf("/blog?limit=12")).toBe("no-store");
});
