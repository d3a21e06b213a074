import type { Page } from "@playwright/test";
import { es } from "../../spanish-words.ts";
import { early, heading, hydrated, open, switchTo } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

test.use({ locale: "es-MX" });

test("a browser that prefers Spanish is offered it once, over the page, which leads to the same place of the same page", async ({
  page,
}) => {
  await test.step("the offer leads to the same place of the same page", async () => {
    await open(page, "/faq?from=mail#cost");
    await page.getByRole("link", { name: "Ver en español" }).click();
    await expect(page).toHaveURL("/es/faq?from=mail#cost");
    await expect(heading(page)).toHaveText("Preguntas frecuentes");
    await expect(page.locator("#cost")).toBeVisible();
    await hydrated(page);
    expect(await scriptOfOffer(page)).toBeUndefined();
  });

  await page.evaluate(() => localStorage.clear());
  await test.step("a browser that prefers Spanish is offered it once, over the page, and stays where it is", async () => {
    await open(page, "/faq?from=mail#cost");
    const offer = page.getByRole("complementary", { name: "Idioma" });
    await expect(offer).toBeVisible();
    await expect(offer, "the page came with the sheet for it").toHaveCSS("column-gap", "24px");
    await expectAccessible(page);
    await expect(heading(page)).toHaveText("Frequently Asked Questions");
    await offer.getByRole("button", { name: "No, gracias" }).click();
    await expect(offer).toBeHidden();
    await open(page, "/about");
    await expect.poll(() => scriptOfOffer(page)).toBeDefined();
    await page.evaluate(`import("${await scriptOfOffer(page)}").then(() => undefined)`);
    await expect(offer).toBeHidden();
  });

  await test.step("on a phone the offer covers no button of the form, and who has just chosen English is offered nothing", async () => {
    const offer = page.getByRole("complementary", { name: "Idioma" });
    await page.setViewportSize({ width: 360, height: 740 });
    await page.evaluate(() => localStorage.clear());
    await open(page, "/apply/contact");
    await expect(offer).toBeVisible();
    await page.getByRole("button", { name: "Continue to Employment" }).click();
    await expect(page.getByRole("heading", { name: "There is a problem" })).toBeVisible();

    await page.setViewportSize({ width: 1280, height: 800 });
    await page.evaluate(() => localStorage.clear());
    await open(page, "/es/faq");
    await switchTo(page, "English");
    await expect(page).toHaveURL("/faq");
    await expect.poll(() => page.evaluate(() => localStorage.getItem("language-offered"))).not.toBeNull();
    await expect(offer).toHaveCount(0);
  });
});

/** The address of the script that offers Spanish, once the page has requested it. */
function scriptOfOffer(page: Page) {
  return page.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => /\/offer-/.test(name))?.name);
}

test("from the home page to the form everything is in Spanish, and a change of language keeps what was typed, before the page's code has come and after", async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const heightOfHeader = async () => (await page.locator("header").boundingBox())?.height;
  await open(page, "/faq");
  const height = await heightOfHeader();
  await open(page, "/es");
  await expect(heading(page)).toHaveText(es("Get PreQualified for Your Next Vehicle in 3 Minutes - No Credit Pull"));
  expect(await heightOfHeader(), "the header keeps to its lines").toBe(height);
  await page.locator("header").getByRole("link", { name: "Preguntas" }).click();
  await expect(page).toHaveURL("/es/faq");
  await page.getByRole("link", { name: es("Start Your Application") }).click();
  await expect(page).toHaveURL("/es/apply");
  await page.getByRole("link", { name: es("Begin with Contact Info") }).click();
  await expect(page).toHaveURL("/es/apply/contact");
  await hydrated(page);
  await expect(page).toHaveTitle(/^Información de contacto \|/);
  expect(await heightOfHeader()).toBe(height);

  await page.getByLabel("Nombre completo").fill("Ana");
  await page.getByLabel("Ciudad").fill("Laredo");
  await switchTo(page, "English");
  await expect(page).toHaveURL("/apply/contact");
  await hydrated(page);
  await expect(page.getByLabel("Full Name")).toHaveValue("Ana");
  await expect(page.getByLabel("City", { exact: true })).toHaveValue("Laredo");

  const code = Promise.withResolvers<void>();
  await page.route("**/assets/main-*", async (route) => {
    await code.promise;
    await route.continue();
  });
  await page.reload({ waitUntil: "domcontentloaded" });
  await early(page, "shell", "early-continue");
  await page.getByLabel("City", { exact: true }).fill("Del Rio");
  await page.getByLabel("ZIP Code").fill("78840");
  await switchTo(page, "Español");
  await expect(page).toHaveURL("/es/apply/contact");
  code.resolve();
  await hydrated(page);
  await expect(page.getByLabel("Nombre completo")).toHaveValue("Ana");
  await expect(page.getByLabel("Ciudad")).toHaveValue("Del Rio");
  await expect(page.getByLabel("Código postal")).toHaveValue("78840");

  await page.unrouteAll();
  await page.getByLabel("Número de teléfono").fill("2105550123");
  await page.getByLabel("Correo electrónico").fill("ana@example.com");
  await page.getByLabel("Nombre completo").fill("Ana López");
  await page.route("**/assets/main-*", () => undefined);
  await page.reload({ waitUntil: "commit" });
  await early(page, "shell", "early-continue");
  await page.getByRole("button", { name: /^Continuar/ }).click();
  await expect(page, "Continue before React has come stays in Spanish").toHaveURL("/es/apply/employment");
});
