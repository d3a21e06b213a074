import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { renderContent } from "../../../db/model/blog/markdown.ts";
import { publishDue } from "../../../worker/blog/writing.ts";
import { jobs } from "../../../worker/operations/jobs.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { readPage } from "../site/page.ts";
import { edit, erase, publish } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";
import { xssPayloads } from "./xss-payloads.ts";

/** A post's content is stored as a tree, and what readers get is what its Markdown says. */

freshDatabase();

const ONE = "A **bold** word,\nand [a link](https://a.example).\n\n| a | b |\n|:-|-:|\n| 1 | 2 |";
const OTHER = "1. First\n2. Second\n\n```\n\ncode\n```\n\n<details open>More</details>";
/** Nothing that the pipeline makes of ONE or OTHER, so it shows where the stored tree is served. */
const MARK = { type: "root", children: [{ type: "text", value: "stored" }] };

let cookie: string;
beforeEach(async () => {
  ({ cookie } = (await signedIn()).headers);
});

/** The tree that the page and the API agree on. */
async function served(slug: string) {
  const { post } = (await readPage(`/blog/${slug}`)).data("json");
  expect(await (await call(`/api/blog/${slug}`)).json()).toEqual(post);
  return post.tree;
}

/** Puts a tree into the place of each stored one. */
function replace(tree: unknown) {
  return env.DB.prepare("update blog_posts set rendering = ? where rendering is not null")
    .bind(JSON.stringify(tree))
    .run();
}

function stored() {
  return env.DB.prepare("select rendering from blog_posts").first<string | null>("rendering");
}

async function night(at = new Date()) {
  for (let minute = 0; minute < 3; minute++) await jobs.renderings(env, new Date(at.getTime() + minute * 60_000));
}

test("a post is rendered when saved, and its stored tree is served", async () => {
  const saved = await publish(cookie, { content: ONE });
  expect(JSON.stringify(await served(saved.slug))).toBe(JSON.stringify(renderContent(ONE)));
  await replace(MARK);
  expect(await served(saved.slug)).toEqual(MARK);
  for (const answer of [saved, (await (await call("/api/blog")).json<object[]>())[0]])
    expect(Object.keys(answer ?? {}).filter((key) => key.startsWith("render"))).toEqual([]);
});

test("whoever writes a post, what is served is what its Markdown says", async () => {
  const saved = await publish(cookie, { content: ONE });
  const { slug, id } = saved;
  const says = async (content: string) => expect(await served(slug)).toEqual(renderContent(content));
  await replace(MARK);
  expect((await edit(cookie, saved, { content: OTHER })).status).toBe(200);
  await says(OTHER);

  await erase(cookie, id);
  await call(`/api/blog/id/${id}/restore`, {
    method: "PUT",
    headers: { "content-type": "application/json", cookie },
    body: "{}",
  });
  await says(OTHER);

  // An older version of the site, or `npm run seed`, knows of no tree.
  await env.DB.prepare("update blog_posts set content = ?").bind(ONE).run();
  await says(ONE);
  await night();
  await says(ONE);

  const draft = await publish(cookie, { content: OTHER, published: false, publishAt: "2026-12-01T09:00" });
  await publishDue(env, new Date("2026-12-02T00:00:00Z"));
  expect(await served(draft.slug)).toEqual(renderContent(OTHER));
});

test("a tree from another pipeline is not served, but made anew", async () => {
  for (let number = 0; number < 15; number++) await publish(cookie, { title: `Post ${number}`, content: ONE });
  await replace(MARK);
  await env.DB.prepare("update blog_posts set renderedFrom = 'other'").run();
  expect(await served("post-14")).toEqual(renderContent(ONE));
  expect(JSON.parse((await stored()) ?? "")).toEqual(MARK);
  await night();
  const left = await env.DB.prepare(
    "select count(*) n from blog_posts where rendering = ? or renderedFrom = 'other'",
  ).bind(JSON.stringify(MARK));
  expect(await left.first("n")).toBe(0);
  await replace(MARK);
  await night(new Date(Date.now() + 25 * 3_600_000));
  expect(await served("post-14"), "what is new is not made again").toEqual(MARK);
});

test("a stored tree that somebody tampered with shows allowed elements only", async () => {
  const { slug } = await publish(cookie, { content: ONE });
  const element = (tagName: string, properties: object, ...children: object[]) => ({
    ...{ type: "element", tagName, properties, children },
  });
  const alert = { type: "text", value: "alert(1)" };
  const live = [
    element("script", {}, alert),
    element("iframe", { src: "https://evil.example" }),
    element("a", { href: "javascript:alert(1)", onClick: "alert(1)", style: "x" }, { type: "text", value: "kept" }),
    element("img", { src: "data:image/svg+xml,x", onError: "alert(1)" }),
    element("p", { dangerouslySetInnerHTML: { __html: "<script>alert(1)</script>" } }),
    { type: "raw", value: "<script>alert(1)</script>" },
    { type: "mdxJsxFlowElement", name: "script", attributes: [], children: [alert] },
  ];
  await replace({ type: "root", children: live });
  expect(await served(slug)).toEqual({
    type: "root",
    children: [element("a", {}, { type: "text", value: "kept" }), element("img", {}), element("p", {})],
  });
});

test("a stored tree of any payload is the tree that was stored", async () => {
  const content = xssPayloads.slice(0, 100).join("\n\n");
  const { slug } = await publish(cookie, { content });
  expect(await stored()).not.toBeNull();
  expect(JSON.stringify(await served(slug))).toBe(JSON.stringify(renderContent(content)));
});

/** As much as a request may hold, of signs of 3 bytes, with a title that is repeated in a hundred links. */
function repeating(titleCharacters: number) {
  return `[a]: /x "${"好".repeat(titleCharacters)}"\n\n${"[a]\n\n".repeat(100)}`.padEnd(85_000, "好");
}

test("the longest post and the longest tree fit into a row", async () => {
  const content = repeating(3750);
  const { slug } = await publish(cookie, { content });
  expect((await stored())?.length).toBeGreaterThan(470_000);
  expect(await served(slug)).toEqual(renderContent(content));
});

test("a tree too long for a row is made at each request", async () => {
  const answer = await post("/api/blog", { title: "Long", content: repeating(6000), published: true }, { cookie });
  expect(answer.status).toBe(201);
  await night();
  expect((await stored())?.length).toBeUndefined();
  expect(await served("long")).toEqual(renderContent(repeating(6000)));
});
