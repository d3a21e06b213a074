import type { Page } from "@playwright/test";
import { es } from "../../spanish-words.ts";
import { early, heading, hydrated, open, switchTo } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

test.use({ locale: "es-MX" });

test("a browser that prefers Spanish is offered the same page once", async ({ page }) => {
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
});

/** The address of the script that offers Spanish, once the page has requested it. */
function scriptOfOffer(page: Page) {
  return page.evaluate(() => performance.getEntriesByType("resource").find(({ name }) => /\/offer-/.test(name))?.name);
}

test("a change of language keeps what was typed, early or late", async ({ page }) => {
  await page.setViewportSize({ width: 1024, height: 800 });
  const heightOfHeader = async () => (await page.locator("header").boundingBox())?.height;
  await open(page, "/faq");
  const height = await heightOfHeader();
  await open(page, "/es");
  await expect(heading(page)).toHaveText(es("Get PreQualified for Your Next Vehicle in 3 Minutes - No Credit Pull"));
  expect(await heightOfHeader(), "the header keeps to its lines").toBe(height);
  await page.locator("header").getByRole("link", { name: "Preguntas" }).click();
  await expect(page).toHaveURL("/es/faq");
  await page
    .getByRole("link", { name: es("Start Your Application") })
    .first()
    .click();
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
  await page.reload({ waitUntil: "commit" });
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
});
