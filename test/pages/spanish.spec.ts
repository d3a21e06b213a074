import { readdirSync, readFileSync } from "node:fs";
import { expect, test } from "@playwright/test";
import { STEPS } from "../../db/model/form/application.ts";
import { allMessages, readCatalog } from "../../web/words/catalog.ts";
import { handlingOf, sources } from "../../web/words/files.ts";
import { allTexts, linesOf } from "../../web/words/texts.ts";
import { es } from "../spanish-words.ts";
import { readHtml } from "./html.ts";

/** What links, search engines and built files say about Spanish. */

const CLIENT = "dist/client";

test("a Spanish page's links work, and stay Spanish where they can", async ({ request }) => {
  const found = new Map<string, number>();
  const waiting = ["/es"];
  const astray: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path)) continue;
    const response = await request.get(path);
    found.set(path, response.status());
    if (!/^\/es(\/|$)/.test(path)) continue;
    const html = await response.text();
    if (!html.includes('<html lang="es-US"')) astray.push(`${path}: not in Spanish`);
    const [, body = ""] = /<body>(.*)<\/body>/s.exec(html) ?? [];
    for (const [link, href = ""] of body.matchAll(/<(?:a|form) [^>]*?(?:href|action|data-next)="(\/[^"#]*)[^>]*>/gi)) {
      const isEnglish = /hreflang="en"/i.test(link) || /^\/(blog\/.|rss\.xml)/.test(href);
      if (!isEnglish && !/^\/es(\/|\?|$)/.test(href)) astray.push(`${path}: ${href}`);
      waiting.push(href.replaceAll("&amp;", "&"));
    }
  }
  expect(astray).toEqual([]);
  expect([...found].filter(([, status]) => status !== 200)).toEqual([]);
  expect(found.size).toBeGreaterThan(30);
});

test("an address that leads nowhere says so in its language", async ({ request }) => {
  for (const address of ["/es/nada", "/es/blog/x/y", "/es/desk/queue", "/es/api/health"]) {
    const { status, document } = await readHtml(request, address);
    expect([address, status]).toEqual([address, 404]);
    expect(document.querySelector("h1")?.textContent).toContain("Página no encontrada");
    expect(document.querySelector('main a[href="/es"]')).not.toBeNull();
  }
});

test("search engines are told of each page in its language", async ({ request, baseURL }) => {
  const html = await (await request.get("/es/faq")).text();
  expect(html).toContain('<html lang="es-US">');
  expect(html).toContain(`<link rel="canonical" href="${baseURL}/es/faq"/>`);
  expect(html).toContain('"name":"¿Qué puntaje de crédito necesito?"');
  for (const page of [html, await (await request.get("/faq")).text()]) {
    for (const [language, path] of [
      ["en", "/faq"],
      ["es", "/es/faq"],
      ["x-default", "/faq"],
    ]) {
      expect(page).toContain(`<link rel="alternate" hreflang="${language}" href="${baseURL}${path}"/>`);
    }
  }
});

test("no page fetches the other language's words", () => {
  const { translationOf } = readCatalog();
  const english = scriptsOf(pagesIn(CLIENT).filter((file) => !/\/es(\/|\.html)/.test(file)));
  const spanish = scriptsOf(pagesIn(CLIENT).filter((file) => /\/es(\/|\.html)/.test(file)));
  const inEnglish = sources()
    .filter((file) => file.startsWith("web/") && handlingOf(file) !== "text")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  const said = [
    ...allMessages().flatMap(({ file, messages }) => (file.startsWith("web/") ? messages : [])),
    ...allTexts().flatMap((text) => linesOf(text).map(({ en, es }) => ({ id: en, es }))),
  ].map((each) => ({ en: each.id, es: "es" in each ? each.es : (translationOf(each) ?? "") }));
  const words = said.filter(
    ({ en }) => en.length > 12 && !/[<{'"&[*]|^#|^- |^\w+: /.test(en) && !inEnglish.includes(en),
  );
  expect(words.length).toBeGreaterThan(50);
  expect(words.filter(({ en }) => english.includes(en)).length).toBeGreaterThan(20);
  expect(words.filter(({ en }) => spanish.includes(en))).toEqual([]);
  // The offer to change the language, what managers begin letters with, and what is read to Spanish callers, are in both.
  const onPurpose = ["start/script/offer", "letters/letter-presets", "consent/consent-by-phone"]
    .map((file) => readFileSync(`${file.startsWith("start") ? "web" : "db/model"}/${file}.ts`, "utf8"))
    .join();
  expect(words.filter(({ es }) => !onPurpose.includes(es) && english.includes(es))).toEqual([]);
  expect(spanish).toContain(es("Your answers stay in this browser until you submit them."));
  expect(STEPS.every((step) => spanish.includes(step))).toBe(true);
  expect(spanish, "the desk is English only").not.toContain("Open the queue");
});

test("both languages' pages need no more header rules than Cloudflare takes", () => {
  expect(readFileSync(`${CLIENT}/_headers`, "utf8").match(/^\S/gm)?.length).toBeLessThanOrEqual(100);
});

function pagesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .map((file) => `${folder}/${file}`);
}

/** The code of all scripts that these pages may ever load. */
function scriptsOf(pages: string[]) {
  const code = new Map<string, string>();
  const add = (text: string) => {
    for (const [, name = ""] of text.matchAll(/["'`/]([\w.-]+-[\w-]{8}\.js)["'`]/g)) {
      if (code.has(name)) continue;
      code.set(name, readFileSync(`${CLIENT}/assets/${name}`, "utf8"));
      add(code.get(name) as string);
    }
  };
  for (const page of pages) add(readFileSync(page, "utf8").replaceAll("/assets/", ""));
  return [...code.values()].join("\n");
}
