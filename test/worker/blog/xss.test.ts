import type { Nodes, RootContent } from "hast";
import rehypeRaw from "rehype-raw";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import { unified } from "unified";
import { expect, test } from "vitest";
import { tryRender } from "../../../db/model/blog/markdown.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { call, post, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import type { SavedPost } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";
import { xssPayloads } from "./xss-payloads.ts";

/** No foreign script runs. The browser's part is in test/journeys/blog/xss.spec.ts. */

freshDatabase();

const ELEMENTS = new Set(
  `p br hr h2 h3 h4 h5 h6 strong em b i u s del ins mark sub sup small abbr kbd code pre blockquote q cite ul ol li dl
   dt dd a img figure figcaption table caption thead tbody tfoot tr th td details summary div span`.split(/\s+/),
);
const PROPERTIES = new Set(
  "href title src alt width height loading start reversed align scope colSpan rowSpan open".split(" "),
);

/** Parts of a rendered tree that may not be shown. */
function forbidden(node: Nodes): string[] {
  if (node.type === "text" || node.type === "comment") return [];
  if (node.type === "root") return node.children.flatMap(forbidden);
  if (node.type !== "element") return [node.type];
  const names = Object.keys(node.properties).filter((name) => !PROPERTIES.has(name));
  const addresses = [node.properties.href, node.properties.src].filter((address) => !isHarmless(address));
  return [
    ...(ELEMENTS.has(node.tagName) ? [] : [`<${node.tagName}>`]),
    ...names,
    ...addresses.map(String),
    ...node.children.flatMap(forbidden),
  ];
}

function isHarmless(address: unknown) {
  if (address === undefined || address === null) return true;
  return ["https:", "http:", "mailto:", "tel:"].includes(new URL(String(address), "https://site.test").protocol);
}

/** The tags of HTML as a parser sees them. Blanks attribute values, so that only real tags and names remain. */
function tagsOf(html: string) {
  return (html.match(/<[a-z!/][^\s>"']*(?:\s*(?:"[^"]*"|'[^']*'|[^"'>]))*>/gi) ?? []).map((tag) =>
    tag.replace(/"[^"]*"|'[^']*'/g, '""'),
  );
}

function expectLifeless(html: string, label: string) {
  const data = /<script type="application\/(?:ld\+)?json"[^>]*>([^<]*)<\/script>/g;
  for (const [, json] of html.matchAll(data)) expect(() => JSON.parse(json ?? "")).not.toThrow();
  const tags = tagsOf(html.replace(data, ""));
  const live = tags.filter(
    (tag) =>
      /^<(script|style|iframe|object|embed|base|template|math|frame|audio|video|applet|portal)\b/i.test(tag) ||
      /\s(on[a-z]+|style|srcdoc|formaction|ping)\s*=/i.test(tag),
  );
  expect([label, live]).toEqual([label, []]);
  expect([label, html.match(/(?:href|src|action)="\s*(?:javascript|data|vbscript|blob):/i)]).toEqual([label, null]);
}

test("most payloads hold what may not be shown, if not sanitized", () => {
  const pipeline = unified().use(remarkParse).use(remarkRehype, { allowDangerousHtml: true }).use(rehypeRaw);
  const alive = [...new Set(xssPayloads)].filter((payload) => {
    const tree = pipeline.runSync(pipeline.parse(payload));
    return forbidden(tree).length > 0;
  });
  expect(alive.length).toBeGreaterThan(0.6 * xssPayloads.length);
});

test("rendered content holds allowed elements, attributes and protocols only", { timeout: 60_000 }, () => {
  // As many as a paragraph may contain.
  const half = Math.floor(xssPayloads.length / 2);
  const paragraphs = [xssPayloads.slice(0, half), xssPayloads.slice(half)].map((payloads) => payloads.join(" "));
  for (const payload of [...xssPayloads, xssPayloads.join("\n\n"), ...paragraphs]) {
    const { tree, problem } = tryRender(payload);
    expect([payload, problem, tree && forbidden(tree)]).toEqual([payload, undefined, []]);
  }
});

test("the check of trees notices what is forbidden", () => {
  const properties = { href: "javascript:alert(1)", onClick: "x" };
  const link: RootContent = { type: "element", tagName: "form", properties, children: [] };
  expect(forbidden({ type: "root", children: [link, { type: "doctype" }] })).toEqual([
    "<form>",
    "onClick",
    "javascript:alert(1)",
    "doctype",
  ]);
});

test("in pages, feed and structured data no payload is more than text", { timeout: 120_000 }, async () => {
  const { headers } = await signedIn();
  const posts: SavedPost[] = [];
  for (const [index, payload] of xssPayloads.entries()) {
    // A title is one line, and a hero image must be an https address, so the payload comes after one.
    const title = payload.replace(/\s+/g, " ").slice(0, 190);
    const form = {
      title: `${title} ${index}`,
      slug: `${payload.slice(0, 110)}-${index}`,
      tags: title,
      content: payload,
      heroImageUrl: `https://pictures.example/${payload}`,
      heroImageAlt: title,
      published: true,
    };
    if (!payload.startsWith("https:")) {
      const refused = await post("/api/blog", { ...form, heroImageUrl: payload }, headers);
      expect([payload, refused.status]).toEqual([payload, 400]);
    }
    const saved = await post("/api/blog", form, headers);
    expect([payload, saved.status]).toEqual([payload, 201]);
    posts.push(await saved.json());
  }
  for (const { slug, content } of posts) {
    expect(slug).toMatch(/^[a-z0-9-]+$/);
    const { html, data } = await readPage(`/blog/${slug}`);
    expectLifeless(html, slug);
    expect(data("json").post.content).toBe(content);
    expect(data("ld+json")["@type"]).toBe("BlogPosting");
  }
  for (let start = 0; start < xssPayloads.length; start += 10) {
    const typed = encodeURIComponent(xssPayloads.slice(start, start + 10).join(" "));
    expectLifeless((await readPage(`/blog?q=${typed}`)).html, "a search");
    expectLifeless((await readPage(`/blog/${typed}`)).html, "a missing post");
  }
  expectLifeless((await readPage("/blog")).html, "the list");
  const xml = await (await call("/rss.xml")).text();
  expect(new Set(tagsOf(xml).map((tag) => /^<\/?([^\s>]+)/.exec(tag)?.[1]))).toEqual(
    new Set(["rss", "channel", "title", "link", "atom:link", "description", "language", "item", "guid", "pubDate"]),
  );
  expect(await (await call("/sitemap.xml")).text()).not.toMatch(/<(?!\/?(urlset|url|loc|xhtml:link)\b|\?xml)/);
});

test("in the office's mail no payload is more than text", async () => {
  const { env: bindings, sent } = faultyEnv(() => null);
  const office = { ...bindings, OFFICE_EMAIL: "office@example.com" };
  const written = ["Maria Lopez, about a truck for work", ...xssPayloads];
  for (const text of written) {
    const name = `${text.replace(/\s+/g, " ").slice(0, 90)} Lopez`;
    const { status } = await postWith(office, "/api/contact", { name, message: `${text}\nThank you` });
    expect([text, status]).toEqual([text, 201]);
  }
  while (sent.length < written.length) await sweep(office);
  // Possible line breaks are ours: they keep mail programs from making links of what strangers wrote.
  const tags = sent.map(({ html }) => tagsOf(html.replaceAll("<wbr>", "")).join(" "));
  expect(new Set(tags).size, "kinds of mails by their tags").toBe(1);
});
