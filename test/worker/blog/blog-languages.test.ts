import { env } from "cloudflare:workers";
import { beforeEach, expect, test } from "vitest";
import { call } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { edgeCache } from "../http/edge.ts";
import { readPage } from "../site/page.ts";
import { edit, erase, publish, type SavedPost } from "../staff/author.ts";
import { signedIn } from "../staff/staff.ts";

freshDatabase();

let cookie: string;
let english: SavedPost;
let spanish: SavedPost;
beforeEach(async () => {
  ({ cookie } = (await signedIn()).headers);
  english = await publish(cookie, { title: "Your first loan", slug: "first-loan", tags: "credit" });
  spanish = await publish(cookie, {
    ...{ title: "Su primer préstamo", slug: "primer-prestamo", tags: "crédito", content: "Empiece poco a poco." },
    ...{ language: "es", translationOf: "first-loan" },
  });
  await publish(cookie, { title: "Alone", slug: "alone", tags: "credit" });
});

/** The addresses of a page's links to the other language, by their text. */
function linksOf(html: string) {
  const links = html.matchAll(/<a [^>]*?href="([^"]*)" hrefLang="(?:en|es)"[^>]*>([^<]*)<\/a>/gi);
  return [...links].map(([, href, words]) => `${words}: ${href}`);
}

function alternatesOf(html: string) {
  const links = html.matchAll(/<link rel="alternate" hreflang="([^"]*)" href="(?:https?:\/\/[^/"]*)?([^"]*)"\/>/g);
  return [...links].map(([, language, path]) => `${language}: ${path}`);
}

async function titlesAt(path: string) {
  return (await (await call(path)).json<SavedPost[]>()).map(({ title }) => title);
}

test.each([
  ["/blog/first-loan", ["Español: /es/blog/primer-prestamo", "Leer en español: /es/blog/primer-prestamo"], "en-US"],
  ["/es/blog/primer-prestamo", ["English: /blog/first-loan", "Read in English: /blog/first-loan"], "es-US"],
])("%s leads to its twin, and names both to search engines", async (path, links, inLanguage) => {
  const { status, html, data } = await readPage(path);
  expect(status).toBe(200);
  const [outside, inside] = links;
  expect(linksOf(html).toSorted()).toEqual([outside, outside, outside, inside].toSorted());
  expect(alternatesOf(html)).toEqual([
    "en: /blog/first-loan",
    "es: /es/blog/primer-prestamo",
    "x-default: /blog/first-loan",
  ]);
  expect(html).toMatch(new RegExp(`<link rel="canonical" href="(https?://[^/"]*)?${path}"/>`));
  expect(data("ld+json")).toMatchObject({
    inLanguage,
    mainEntityOfPage: expect.stringMatching(new RegExp(`${path}$`)),
  });
});

test("a post without a published twin leads to the other language's blog", async () => {
  await edit(cookie, spanish, { published: false });
  for (const path of ["/blog/alone", "/blog/first-loan"]) {
    const { html } = await readPage(path);
    expect([new Set(linksOf(html)), alternatesOf(html)]).toEqual([new Set(["Español: /es/blog"]), []]);
  }
});

test("either of the two may name the other", async () => {
  const saved = await (await edit(cookie, spanish, { translationOf: null })).json<SavedPost>();
  expect(saved.translationOf).toBeNull();
  expect(alternatesOf((await readPage("/blog/first-loan")).html)).toEqual([]);
  await edit(cookie, english, { translationOf: "https://ours.example/es/blog/primer-prestamo/" });
  for (const path of ["/blog/first-loan", "/es/blog/primer-prestamo"]) {
    expect(alternatesOf((await readPage(path)).html)).toContain("es: /es/blog/primer-prestamo");
  }
});

test("a post asked for in the other language leads to its twin", async () => {
  const leadsTo = async (path: string) => {
    const { status, headers } = await call(path, { redirect: "manual" });
    return [status, headers.get("location")];
  };
  expect(await leadsTo("/es/blog/first-loan")).toEqual([302, "/es/blog/primer-prestamo"]);
  expect(await leadsTo("/blog/primer-prestamo")).toEqual([302, "/blog/first-loan"]);
  expect(await leadsTo("/es/blog/alone")).toEqual([302, "/blog/alone"]);
  await erase(cookie, english.id);
  expect(await leadsTo("/blog/primer-prestamo")).toEqual([302, "/es/blog/primer-prestamo"]);
  const missing = await readPage("/es/blog/first-loan");
  expect([missing.status, missing.html]).toEqual([404, expect.stringContaining("Artículo no encontrado")]);
});

test("when slugs change, the two posts still lead to each other", async () => {
  await edit(cookie, english, { slug: "loan-one" });
  await edit(cookie, spanish, { slug: "prestamo-uno", translationOf: "loan-one" });
  expect(alternatesOf((await readPage("/es/blog/prestamo-uno")).html)).toContain("en: /blog/loan-one");
  const moved = await call("/es/blog/primer-prestamo", { redirect: "manual" });
  expect([moved.status, moved.headers.get("location")]).toEqual([301, "/es/blog/prestamo-uno"]);
});

test("a changed slug is followed by the post that translates it", async () => {
  await edit(cookie, english, { slug: "loan-one" });
  const stored = await call(`/api/blog/id/${spanish.id}`, { headers: { cookie } });
  expect(await stored.json()).toMatchObject({ translationOf: "loan-one" });
});

test("the English list, search, feed and API show English posts only", async () => {
  expect(await titlesAt("/api/blog")).toEqual(["Alone", "Your first loan"]);
  expect(await titlesAt("/api/blog?q=prestamo")).toEqual([]);
  expect(await titlesAt("/api/blog?q=c")).toEqual(["Alone", "Your first loan"]);
  for (const path of ["/blog", "/rss.xml"]) {
    const text = path === "/blog" ? (await readPage(path)).html : await (await call(path)).text();
    expect(text).toContain("Your first loan");
    expect(text).not.toContain("primer");
  }
});

test("the Spanish list has posts in Spanish, then those without", async () => {
  expect(await titlesAt("/api/blog?language=es")).toEqual(["Su primer préstamo", "Alone"]);
  expect(await titlesAt("/api/blog?language=es&q=PR%C3%89STAMO")).toEqual(["Su primer préstamo"]);
  expect(await titlesAt("/api/blog?language=es&q=r")).toEqual(["Su primer préstamo", "Alone", "Your first loan"]);
  const { html } = await readPage("/es/blog");
  expect(html).toMatch(
    /href="\/es\/blog\/primer-prestamo".*<h2[^>]*>En inglés<\/h2>.*<h3 lang="en"><a href="\/blog\/alone"/s,
  );
  expect((await readPage("/es/blog?q=alone")).html).not.toContain("primer-prestamo");
});

test("pages of the Spanish list hold each post once", async () => {
  await publish(cookie, { title: "Otro", slug: "otro", language: "es" });
  const found: string[] = [];
  let path: string | undefined = "/api/blog?language=es&limit=1";
  while (path) {
    const response: Response = await call(path);
    found.push(...(await response.json<SavedPost[]>()).map(({ title }) => title));
    path = /<([^>]*)>/.exec(response.headers.get("link") ?? "")?.[1];
  }
  expect(found).toEqual(["Otro", "Su primer préstamo", "Alone"]);
});

test("the sitemap names each post, and twins name each other", async () => {
  const xml = await (await call("/sitemap.xml")).text();
  const found = [...xml.matchAll(/<loc>https?:\/\/[^/<]*([^<]*\/blog\/[^<]*)<\/loc>(.*?)<\/url>/g)].map(
    ([, path, links = ""]) => [
      path,
      [...links.matchAll(/hreflang="(\w+)" href="https?:\/\/[^/"]*([^"]*)"/g)].map(
        ([, language, to]) => `${language}: ${to}`,
      ),
    ],
  );
  const both = expect.toSatisfy(
    (links: string[]) => links.toSorted().join() === "en: /blog/first-loan,es: /es/blog/primer-prestamo",
  );
  expect(Object.fromEntries(found)).toEqual({
    "/blog/first-loan": both,
    "/es/blog/primer-prestamo": both,
    "/blog/alone": [],
  });
});

test("what happens to a post shows at once on its twin's page", async () => {
  const edge = edgeCache();
  const read = async () => {
    const frame = { fetch: async () => new Response("<!--head--><!--page-->") } as unknown as Fetcher;
    return (await edge.get({ ...env, ASSETS: frame }, "/blog/first-loan", {})).text();
  };
  expect(await read()).toContain("Leer en español");
  await edge.get(env, `/api/blog/id/${spanish.id}`, {
    method: "DELETE",
    headers: { "sec-fetch-site": "same-origin", cookie },
  });
  expect(await read()).not.toContain("Leer en español");
});
