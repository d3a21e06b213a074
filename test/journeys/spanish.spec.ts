import { readdirSync, readFileSync } from "node:fs";
import { STEPS } from "../../db/model/application.ts";
import { allMessages, readCatalog } from "../../words/catalog.ts";
import { handlingOf, sources } from "../../words/files.ts";
import { early, heading, hydrated, open, switchTo } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { es } from "./spanish-words.ts";
import { expect, test } from "./test.ts";

test.use({ locale: "es-MX" });

const CLIENT = "dist/client";

test("a browser that prefers Spanish is offered it once, over the page, and stays where it is", async ({ page }) => {
  await open(page, "/faq?from=mail#cost");
  const offer = page.getByRole("complementary", { name: "Idioma" });
  await expect(offer).toBeVisible();
  await expect(offer, "the page came with the sheet for it").toHaveCSS("column-gap", "24px");
  await expectAccessible(page);
  await expect(heading(page)).toHaveText("Frequently Asked Questions");
  await offer.getByRole("button", { name: "No, gracias" }).click();
  await expect(offer).toBeHidden();
  await open(page, "/about");
  await page.waitForLoadState("networkidle");
  await expect(offer).toBeHidden();
});

test("the offer leads to the same place of the same page", async ({ page }) => {
  await open(page, "/faq?from=mail#cost");
  await page.getByRole("link", { name: "Ver en español" }).click();
  await expect(page).toHaveURL("/es/faq?from=mail#cost");
  await expect(heading(page)).toHaveText("Preguntas frecuentes");
  await expect(page.locator("#cost")).toBeVisible();
  await page.waitForLoadState("networkidle");
  await expect(page.getByRole("complementary", { name: "Idioma" })).toBeHidden();
});

test.describe("a browser that prefers English", () => {
  test.use({ locale: "en-US" });
  test("is offered nothing", async ({ page }) => {
    await open(page, "/faq");
    await page.waitForLoadState("networkidle");
    await expect(page.getByRole("complementary", { name: "Idioma" })).toBeHidden();
    await expect(page.locator("header").getByRole("link", { name: "Español" })).toBeVisible();
  });
});

test("from the home page to the form, everything is in Spanish", async ({ page }) => {
  await open(page, "/es");
  await expect(heading(page)).toHaveText(es("Get PreQualified for Your Next Vehicle in 3 Minutes - No Credit Pull"));
  await expectAccessible(page);
  await page.locator("header").getByRole("link", { name: "Preguntas" }).click();
  await expect(page).toHaveURL("/es/faq");
  await expectAccessible(page);
  await page.getByRole("link", { name: es("Start Your Application") }).click();
  await expect(page).toHaveURL("/es/apply");
  await expectAccessible(page);
  await page.getByRole("link", { name: es("Begin with Contact Info") }).click();
  await expect(page).toHaveURL("/es/apply/contact");
  await hydrated(page);
  await expect(page).toHaveTitle(/^Información de contacto \|/);
  await expectAccessible(page);
});

test("in Spanish the header keeps to its lines", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const heights: (number | undefined)[] = [];
  for (const path of ["/faq", "/es", "/es/faq", "/es/apply/contact"]) {
    await open(page, path);
    heights.push((await page.locator("header").boundingBox())?.height);
  }
  expect(new Set(heights).size).toBe(1);
});

test("what is remarked while one types comes in Spanish", async ({ page }) => {
  await open(page, "/es/apply/contact");
  const box = (name: string) => page.locator(`#field-${name}`);
  await box("phone").fill("210 555 012");
  await box("zip").fill("90210");
  await box("email").fill("ana@gmial.com");
  await box("email").blur();
  for (const remark of [
    /Eso tiene 9 dígitos/,
    /Trabajamos con compradores de Texas/,
    /¿Quiso decir ana@gmail\.com\?/,
  ]) {
    await expect(page.getByRole("status").filter({ hasText: remark })).toBeVisible();
  }
});

test("a change of language keeps what was typed, before the page's code has come and after", async ({ page }) => {
  await open(page, "/apply/contact");
  await page.getByLabel("Full Name").fill("Ana");
  await page.getByLabel("City").fill("Laredo");
  await switchTo(page, "Español");
  await expect(page).toHaveURL("/es/apply/contact");
  await hydrated(page);
  await expect(page.getByLabel("Nombre completo")).toHaveValue("Ana");
  await expect(page.getByLabel("Ciudad")).toHaveValue("Laredo");

  await page.route("**/assets/main-*", () => undefined);
  // The browser itself brings back what stood in the boxes once it has read the page.
  await page.reload({ waitUntil: "domcontentloaded" });
  await early(page, "shell", "early-continue");
  await page.getByLabel("Ciudad").fill("Del Rio");
  await page.getByLabel("Código postal (ZIP)").fill("78840");
  await page.unroute("**/assets/main-*");
  await switchTo(page, "English");
  await expect(page).toHaveURL("/apply/contact");
  await hydrated(page);
  await expect(page.getByLabel("Full Name")).toHaveValue("Ana");
  await expect(page.getByLabel("City", { exact: true })).toHaveValue("Del Rio");
  await expect(page.getByLabel("ZIP Code")).toHaveValue("78840");
});

test("Continue before React has come stays in Spanish", async ({ page }) => {
  await open(page, "/es/apply/contact");
  for (const [label, text] of Object.entries({
    "Nombre completo": "Ana López",
    "Número de teléfono": "2105550123",
    "Correo electrónico": "ana@example.com",
    Ciudad: "Laredo",
    "Código postal (ZIP)": "78040",
  })) {
    await page.getByLabel(label).fill(text);
  }
  await page.route("**/assets/main-*", () => undefined);
  const early = page.waitForResponse(/early-continue/);
  await page.reload({ waitUntil: "commit" });
  await (await early).finished();
  await page.getByRole("button", { name: /^Continuar/ }).click();
  await expect(page).toHaveURL("/es/apply/employment");
});

test("an address that leads nowhere says so in its language", async ({ page, request }) => {
  expect((await page.goto("/es/nada"))?.status()).toBe(404);
  await expect(heading(page)).toHaveText("404 Página no encontrada");
  await expectAccessible(page);
  await page.getByRole("link", { name: es("Go to the home page") }).click();
  await expect(page).toHaveURL("/es");
  for (const address of ["/es/blog/x/y", "/es/desk/queue", "/es/api/health"]) {
    const response = await request.get(address);
    expect([address, response.status(), await response.text()]).toEqual([
      address,
      404,
      expect.stringContaining("Página no encontrada"),
    ]);
  }
});

test("the blog's list leads from Spanish to posts in both languages, and a slash at the end to the page", async ({
  page,
}) => {
  await open(page, "/es/blog?q=a");
  await expect(page.locator("html")).toHaveAttribute("lang", "es-US");
  await expectAccessible(page);
  await page.locator("article h3 a").first().click();
  await expect(page).toHaveURL(/\/es\/blog\/[^/]+$/);
  await page.goto("/es/blog?q=apr");
  await page.getByRole("link", { name: "How to read an APR" }).click();
  await expect(page).toHaveURL(/\d\/blog\/how-to-read-an-apr$/);
  await expect(page.locator("html")).toHaveAttribute("lang", "en-US");
  await expect(page.locator("a[hreflang]")).toHaveCount(0);
  await page.goto("/es/faq/");
  await expect(page).toHaveURL("/es/faq");
});

test("a post and its twin lead to each other, from its top and from the header", async ({ page }) => {
  await open(page, "/es/blog/su-primer-prestamo-de-auto");
  await expect(heading(page)).toHaveText("Su primer préstamo de carro, paso a paso");
  await expectAccessible(page);
  await page.getByRole("link", { name: "Read in English" }).click();
  await expect(page).toHaveURL("/blog/your-first-car-loan");
  await expect(heading(page)).toHaveText("Your first car loan, step by step");
  await expectAccessible(page);
  await switchTo(page, "Español");
  await expect(page).toHaveURL("/es/blog/su-primer-prestamo-de-auto");
  await switchTo(page, "English");
  await page.getByRole("link", { name: "Leer en español" }).click();
  await expect(page).toHaveURL("/es/blog/su-primer-prestamo-de-auto");
});

test("no link on a Spanish page is dead, nor leads to English where there is Spanish", async ({ request }) => {
  const found = new Map<string, number>();
  const waiting = ["/es"];
  const astray: string[] = [];
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    if (found.has(path)) continue;
    const response = await request.get(path);
    found.set(path, response.status());
    if (!/^\/es(\/|$)/.test(path)) continue;
    const [, body = ""] = /<body>(.*)<\/body>/s.exec(await response.text()) ?? [];
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
  const messages = allMessages()
    .flatMap(({ file, messages }) => (file.startsWith("web/") ? messages : []))
    .filter(({ id }) => id.length > 12 && !/[<{'"&]/.test(id) && !inEnglish.includes(id));
  expect(messages.length).toBeGreaterThan(50);
  const shown = messages.filter(({ id }) => english.includes(id));
  expect(shown.length).toBeGreaterThan(20);
  expect(messages.filter(({ id }) => spanish.includes(id)).map(({ id }) => id)).toEqual([]);
  // The offer to change the language, and the letters that managers begin with, are in both.
  const onPurpose = ["web/start/offer.ts", "db/model/letter-presets.ts"]
    .map((file) => readFileSync(file, "utf8"))
    .join();
  const inSpanish = messages.filter((each) => !onPurpose.includes(translationOf(each) ?? ""));
  expect(inSpanish.filter((each) => english.includes(translationOf(each) ?? "")).map(({ id }) => id)).toEqual([]);
  expect(spanish).toContain(
    es("Nothing is sent until you submit on the last page. Until then they stay in this browser."),
  );
  expect(STEPS.every((step) => spanish.includes(step))).toBe(true);
  expect(spanish, "the desk is English only").not.toContain("Open the queue");
});

test("the pages of both languages need no more rules of headers than Cloudflare takes", () => {
  expect(readFileSync(`${CLIENT}/_headers`, "utf8").match(/^\S/gm)?.length).toBeLessThanOrEqual(100);
});

function pagesIn(folder: string) {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".html"))
    .map((file) => `${folder}/${file}`);
}

/** The code of all scripts that these pages may ever fetch. */
function scriptsOf(pages: string[]) {
  const code = new Map<string, string>();
  const add = (text: string) => {
    for (const [, name = ""] of text.matchAll(/["'`/]([\w.-]+\.js)["'`]/g)) {
      if (code.has(name)) continue;
      code.set(name, readFileSync(`${CLIENT}/assets/${name}`, "utf8"));
      add(code.get(name) as string);
    }
  };
  for (const page of pages) add(readFileSync(page, "utf8").replaceAll("/assets/", ""));
  return [...code.values()].join("\n");
}
