import type { Page } from "@playwright/test";
import { heading, hydrated, mainLinks, open, press } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

/** A page that React takes over by itself. Pages for reading work without. */
const APP = "/thank-you";
const footerLinks = ["About Us", "Accessibility"];

test("a page whose code does not come is brought by 'Try again'", async ({ page, context, complaints }) => {
  let asked = 0;
  page.on("request", (request) => {
    if (/\/faq-/.test(request.url())) asked++;
  });
  await open(page, APP);
  await context.setOffline(true);
  await mainLinks(page).getByRole("link", { name: "FAQ" }).press("Enter");
  await expect(heading(page)).toHaveText("This page couldn’t be loaded");
  await expectAccessible(page);
  expect(asked).toBe(1);
  await context.setOffline(false);
  await press(page, "Try again");
  await expect(page).toHaveURL("/faq");
  await expect(page.locator("main summary").first()).toBeVisible();
  complaints.length = 0;
});

test("links load a page from read pages, but not where React runs", async ({ page, baseURL }) => {
  const scripts: string[] = [];
  page.on("request", (request) => request.resourceType() === "script" && scripts.push(request.url()));
  await open(page, "/");
  await followLinks(page, async () => {
    await hydrated(page);
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(true);
  });
  expect(scripts.filter((url) => !/shell-/.test(url))).toEqual([]);

  await open(page, APP);
  await page.evaluate(() => Object.assign(window, { isSameLoad: true }));
  await followLinks(page, async () => {
    await expect(heading(page)).toBeFocused();
  });
  expect(await page.evaluate(() => "isSameLoad" in window)).toBe(true);
  await expect(page.locator("link[rel=canonical]")).toHaveAttribute("href", `${baseURL}/`);
});

test("Back, Forward and a reload return to where one was", async ({ page }) => {
  // A first view comes without the font of headings, later ones with it: their lines break elsewhere.
  await open(page, "/");
  await page.evaluate(() => document.fonts.ready);
  for (const start of [APP, "/"]) {
    await open(page, start);
    await page.getByRole("banner").getByRole("link", { name: "Bluebonnet Auto PreQual" }).press("Enter");
    await expect(heading(page)).toHaveText(/Get PreQualified/);
    await hydrated(page);
    await expect(page.locator("html.laid-out")).toBeAttached();
    const link = page.getByRole("link", { name: "See all Texas locations" });
    await scrollTo(page, await link.evaluate((element) => Math.round(element.getBoundingClientRect().top) - 300));
    const position = await page.evaluate(() => scrollY);
    expect(position).toBeGreaterThan(500);
    await link.press("Enter");
    await expect(heading(page)).toHaveText(/From the Panhandle/);
    await scrollTo(page, 400);
    await page.goBack();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
    await page.goForward();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
    await page.reload();
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(400);
    await page.goBack();
    await expect(heading(page)).toHaveText(/Get PreQualified/);
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(position);
  }
});

test("what an address names is opened, and stands below the header", async ({ page }) => {
  await open(page, "/faq");
  const opened = page.locator("main details[open]");
  await page.evaluate(() => {
    location.hash = "repossession";
  });
  await expect(opened.locator("p")).toBeInViewport();
  await page.goto("/faq#self-employed");
  await expect(opened.locator("p")).toContainText("should have 2+ years");

  await open(page, "/privacy");
  const contents = page.getByRole("navigation", { name: "On this page" });
  await contents.getByRole("link", { name: "How long we keep it" }).click();
  await expect(page).toHaveURL("/privacy#how-long");
  const chapter = page.locator("#how-long");
  await expect(chapter).toBeInViewport({ ratio: 1 });
  const header = await page.getByRole("banner").boundingBox();
  expect((await chapter.boundingBox())?.y).toBeGreaterThan((header?.y ?? 0) + (header?.height ?? 0));
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  test("menu, FAQ, footer and situations open and close, and links lead on", async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await page.goto("/apply/contact");
    await page.locator("footer summary").click();
    await expect(page.locator("footer").getByRole("link", { name: "Accessibility" })).toBeVisible();
    const menu = page.getByRole("navigation", { name: "Main, small screens" });
    await page.locator("header summary").click();
    await menu.getByRole("link", { name: "FAQ" }).click();
    await expect(heading(page)).toHaveText("Frequently Asked Questions");
    await expect(menu).toBeHidden();
    const questions = page.locator("main summary");
    const opened = page.locator("main details[open]");
    await questions.first().click();
    await questions.last().click();
    await expect(opened).toHaveCount(1);
    await expect(opened.locator("p")).toBeVisible();
    await questions.last().click();
    await expect(opened).toHaveCount(0);
    await page.emulateMedia({ media: "print" });
    await expect(page.locator("header, h1").filter({ visible: true })).not.toHaveCount(0);
    await expect(page.locator("header nav, footer").filter({ visible: true })).toHaveCount(0);
    await page.emulateMedia({ media: "screen" });

    await page.goto("/");
    const situations = page.getByRole("group", { name: "Which sounds like you?" });
    await expect(situations.getByRole("radio")).toHaveCount(12);
    await expect(situations.locator("p:visible")).toHaveCount(0);
    await situations.getByRole("radio", { name: "Veteran" }).press("Space");
    await expect(situations.locator("p:visible")).toHaveText(/^Retirement and disability pay are income/);
    await expect(situations.getByRole("radio", { name: "Veteran" })).toHaveAccessibleDescription(/^Retirement/);
    await page.keyboard.press("ArrowRight");
    await expect(situations.locator("p:visible")).toHaveText(/^Many lenders treat hospital bills/);
  });
});

/** Each link of header and footer marks its page as the current one, and the page starts at its top. */
async function followLinks(page: Page, arrived: () => Promise<void>) {
  const header = mainLinks(page);
  for (const name of ["FAQ", "Blog"]) {
    await header.getByRole("link", { name, exact: true }).click();
    await expect(header.locator("[aria-current=page]")).toHaveText(name);
    await expectTop(page);
    await arrived();
  }
  for (const name of footerLinks) {
    const before = page.url();
    await page.getByRole("contentinfo").getByRole("link", { name, exact: true }).click();
    await expect(page).not.toHaveURL(before);
    await expectTop(page);
    await arrived();
  }
  await page.getByRole("banner").getByRole("link", { name: "Bluebonnet Auto PreQual" }).click();
  await expect(page).toHaveURL("/");
  await expect(header.locator("[aria-current]")).toHaveCount(0);
  await expectTop(page);
  await arrived();
}

/** At the top of the page, with its only heading not under the header. */
async function expectTop(page: Page) {
  await expect(heading(page)).toBeInViewport({ ratio: 1 });
  expect(await page.evaluate(() => scrollY)).toBe(0);
}

/** Scrolls and waits for the end, when the page remembers its place. */
function scrollTo(page: Page, top: number) {
  return page.evaluate(
    (top) =>
      new Promise((resolve) => {
        addEventListener("scrollend", () => setTimeout(resolve), { once: true });
        window.scrollTo(0, top);
      }),
    top,
  );
}
