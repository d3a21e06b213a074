import { env } from "cloudflare:workers";
import type { RootContent } from "hast";
import { expect, test } from "vitest";
import { TOO_DEEP, TOO_MANY_PARTS, TOO_MANY_SIGNS } from "../../../db/model/blog/content-limits.ts";
import { renderContent } from "../../../db/model/blog/markdown.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { randomFrom, scaled, seed } from "../routes/faults.ts";
import { readPage } from "../site/page.ts";
import { edit, publish } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";

/** Everything stored can be rendered: a text is checked when it is saved, before it can cost a server time. */

freshDatabase();

const MINUTES = 10 * 60_000;
const MAX_CHARACTERS = 100_000;
const RANDOM_TEXTS = scaled(600);

/** Repeated as often as fits. */
const flood = (text: string) => text.repeat(Math.floor(MAX_CHARACTERS / text.length));
/** As many as a post may have, or a fifth in the short run. */
const filled = (text: string) => flood(text).slice(0, env.LONG ? MAX_CHARACTERS : MAX_CHARACTERS / 5);
/** Opened and closed a thousand times. */
const around = (open: string, close: string, times = 1000) => `${open.repeat(times)}x${close.repeat(times)}`;
const lines = (count: number, line: (number: number) => string) =>
  Array.from({ length: count }, (_, number) => line(number)).join("\n");

const tooDeep: Record<string, string> = {
  "100,000 quotes": flood(">"),
  "quotes that end lazily": `${">".repeat(2000)}${lines(2000, () => "x")}`,
  "items in items of one line": flood("- "),
  "quotes, items and numbers": flood("> - 1. "),
  "items that indent": lines(200, (number) => `${" ".repeat(2 * number)}- a`),
  "footnotes in footnotes": flood("[^a]: "),
  "tags, 500": "<div>".repeat(500),
  "tags that are not closed in tables": "<div><table></div></table>".repeat(100),
  emphasis: around("*a ", " a*", 400),
};
const tooManySigns: Record<string, string> = {
  "100,000 brackets": flood("["),
  "brackets that close": around("[", "]", 50_000 - 1),
  "links in a row": flood("[a](b)"),
  stars: flood("*"),
  "stars and lows": around("*_a ", "_*"),
  "code that does not end": lines(400, (number) => `${"`".repeat(number)}a`),
  "an unended tag": flood("<a "),
  "a row of pipes": flood("|a"),
};
const tooManyParts: Record<string, string> = {
  "a table with more cells than text": `${"|a".repeat(100)}\n${"|-".repeat(100)}\n${"|\n".repeat(500)}`,
  "lines underlined": flood("x\n=\n"),
  items: flood("- a\n"),
  paragraphs: flood("x\n\n"),
  "tags that HTML repeats in each paragraph": `${lines(400, (number) => `<font a${number}>`)}\n\n${"x\n\n".repeat(2000)}`,
  "words that become links": flood("www.a "),
};
const harmless: Record<string, string> = {
  "one word": filled("a"),
  accents: `a${filled("\u0301").slice(1)}`,
  NUL: `x${"\0".repeat(40_000)}`,
  "quotes in quotes, twenty": `${">".repeat(20)} x`,
  "a table of 100 rows": `|a|b|c|d|\n|-|-|-|-|\n${"|1|2|3|4|\n".repeat(98)}`,
  "500 items": lines(500, (number) => `${number}. **Item** [link](https://a.example)\n`),
};

const refused: [sentence: string, texts: Record<string, string>][] = [
  [TOO_DEEP, tooDeep],
  [TOO_MANY_SIGNS, tooManySigns],
  [TOO_MANY_PARTS, tooManyParts],
];
for (const [sentence, texts] of refused) {
  test(`${sentence}: refused at the content when written, plain words when stored before`, {
    timeout: MINUTES,
  }, async () => {
    const { cookie } = (await signedIn()).headers;
    for (const [name, content] of Object.entries(texts)) {
      expect(content.length).toBeLessThanOrEqual(MAX_CHARACTERS);
      const answer = await post("/api/blog", { title: "A title", content, published: true }, { cookie });
      expect([name, answer.status, await answer.json()]).toEqual([
        name,
        400,
        { ok: false, success: false, error: sentence, fields: { content: sentence } },
      ]);
      const shown = renderContent(content).children;
      expect([name, shown.filter((part) => !isPlain(part))]).toEqual([name, []]);
    }

    const [content = ""] = Object.values(texts);
    const saved = await publish(cookie, { slug: "a-title" });
    const change = await edit(cookie, saved, { content });
    expect([change.status, (await change.json<{ error: string }>()).error]).toEqual([400, sentence]);
    await env.DB.prepare("update blog_posts set content = ?").bind(content).run();
    await expectShown("a-title", content);
    await expectListed();
  });
}

test("large texts that are not nested are stored and shown", { timeout: MINUTES }, async () => {
  const { cookie } = (await signedIn()).headers;
  for (const [name, content] of Object.entries(harmless)) {
    const answer = await post("/api/blog", { title: name, content, published: true }, { cookie });
    expect([name, answer.status]).toEqual([name, 201]);
    await expectShown((await answer.json<{ slug: string }>()).slug, content);
  }
  await expectListed();
});

test("whatever nested text comes, it is refused or stored and shown", {
  timeout: MINUTES,
}, async () => {
  const { cookie } = (await signedIn()).headers;
  const random = randomFrom(seed);
  for (let number = 0; number < RANDOM_TEXTS; number++) {
    const content = randomText(random);
    const answer = await post("/api/blog", { title: `Text ${number}`, content, published: true }, { cookie });
    const said = await answer.json<{ slug: string; fields?: { content: string } }>();
    if (answer.status === 201) await expectShown(said.slug, content);
    else
      expect([TOO_DEEP, TOO_MANY_SIGNS, TOO_MANY_PARTS], `seed ${seed}: ${answer.status}`).toContain(
        said.fields?.content,
      );
  }
  await expectListed();
});

test("a text that is too much is shown as plain words", () => {
  const [first, second] = renderContent(`${">".repeat(2000)}<b>one</b>\n\ntwo`).children;
  expect(first).toMatchObject({ tagName: "p", children: [{ type: "text", value: `${">".repeat(2000)}<b>one</b>` }] });
  expect(second).toMatchObject({ tagName: "p", children: [{ type: "text", value: "two" }] });
});

test("an address that no post can have is 404", async () => {
  const slugs = ["x".repeat(8000), "%00", "%ff", "%0d%0a", "..%2f..%2f", "\u202e"];
  for (const slug of slugs) {
    expect([slug, (await readPage(`/blog/${slug}`)).status]).toEqual([slug, 404]);
    expect([slug, (await call(`/api/blog/${slug}`)).status]).toEqual([slug, 404]);
  }
});

/** A paragraph of text without elements. */
function isPlain(part: RootContent) {
  return part.type === "element" && part.tagName === "p" && part.children.every(({ type }) => type === "text");
}

/** The page and the API show the post and its words. */
async function expectShown(slug: string, content: string) {
  const page = await readPage(`/blog/${slug}`);
  expect(page.status, `seed ${seed}`).toBe(200);
  expect(page.data("json").post.content).toBe(content);
  expect((await call(`/api/blog/${slug}`)).status).toBe(200);
}

async function expectListed() {
  expect((await readPage("/blog")).status).toBe(200);
  for (const path of ["/api/blog", "/rss.xml", "/sitemap.xml"])
    expect([path, (await call(path)).status]).toEqual([path, 200]);
}

/** Random markers of Markdown and HTML inside each other, some closed, on one line or many. */
function randomText(random: () => number) {
  const below = (limit: number) => Math.floor(random() * limit);
  const pairs = [
    ...["**", "*", "_", "~~", "`", "***"].map((marker) => [marker, marker] as const),
    ...["div", "b", "ul><li", "table><tr><td", "details", "a href=x", "font a=1", "svg", "template"].map(
      (tag) => [`<${tag}>`, `</${tag.split(/[> ]/)[0]}>`] as const,
    ),
    ...(
      [
        "> ",
        "- ",
        "1. ",
        "+ ",
        "[^a]: ",
        "\n\n",
        "\n",
        "|a",
        "    ",
        "# ",
        "```\n",
        "&amp;",
        "\\",
        "<!--",
        "x ",
      ] as const
    ).map((opening) => [opening, "\n"] as const),
    ["[", "](u)"] as const,
    ["![", "](u)"] as const,
  ];
  const chosen = Array.from({ length: 1 + below(4) }, () => pairs[below(pairs.length)] as readonly [string, string]);
  const depth = 2 ** below(11);
  const opened = Array.from({ length: depth }, () => chosen[below(chosen.length)] as readonly [string, string]);
  const closed = opened.toReversed().filter(() => random() < 0.8);
  const text = `${opened.map(([open]) => open).join("")}x${closed.map(([, close]) => close).join("")}\n`;
  return text.repeat(1 + below(3)).slice(0, MAX_CHARACTERS);
}
