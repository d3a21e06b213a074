import { heading, open, press, resume } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

for (const { path, position, current } of [
  { path: "/apply/contact", position: "Step 1 of 5", current: "Contact" },
  { path: "/apply/employment", position: "Step 2 of 5", current: "Employment" },
  { path: "/apply/residence", position: "Step 3 of 5", current: "Residence" },
  { path: "/apply/banking-credit", position: "Step 4 of 5", current: "Banking" },
  { path: "/apply/downpayment", position: "Step 4 of 5, part 2", current: "Banking" },
  { path: "/apply/review", position: "Step 5 of 5", current: "Review" },
]) {
  test(`${path} is ${position}`, async ({ page }) => {
    await resume(page, path);
    const progress = page.getByRole("navigation", { name: "Progress" });
    await expect(progress.getByText(position, { exact: true })).toBeVisible();
    await expect(progress.getByRole("listitem")).toHaveCount(5);
    await expect(progress.locator("[aria-current=step]")).toHaveText(current);
    await expect(heading(page)).toHaveAccessibleDescription(position);
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", "noindex");
    await expectAccessible(page);
  });
}

test("/apply can be used by everybody", async ({ page }) => {
  await open(page, "/apply");
  await expectAccessible(page);
});

test("a new step starts at its top, with its heading focused", async ({ page }) => {
  await resume(page, "/apply/employment");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Residence");
  await expect(heading(page)).toBeFocused();
  expect(await page.evaluate(() => scrollY)).toBe(0);
  await page.getByRole("link", { name: "Back" }).press("Enter");
  await expect(heading(page)).toHaveText("Employment");
  await expect(heading(page)).toBeFocused();
});

test("the header stays in sight and marks the current page", async ({ page }) => {
  await open(page, "/apply/banking-credit");
  const header = page.getByRole("banner");
  await page.mouse.wheel(0, 600);
  await expect(header).toBeInViewport({ ratio: 1 });
  await expect(header.locator("[aria-current]:visible")).toHaveCount(0);
  await header.getByRole("link", { name: "FAQ" }).press("Enter");
  await expect(page).toHaveURL("/faq");
  await expect(header.locator("[aria-current=page]:visible")).toHaveText("FAQ");
});

test("the skip link is the first stop and leads to the content", async ({ page }) => {
  await open(page, "/apply/contact");
  await page.keyboard.press("Tab");
  const skip = page.getByRole("link", { name: "Skip to the main content" });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  await page.keyboard.press("Tab");
  await expect(page.getByLabel("Full Name")).toBeFocused();
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the menu opens as two columns, closes on Escape, and closes on a choice", async ({ page }) => {
    await open(page, "/apply/contact");
    const button = page.getByText("Menu", { exact: true });
    const menu = page.getByRole("navigation", { name: "Main, small screens" });
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.getByRole("link")).toHaveText([
      "How It Works",
      "About",
      "Texas Locations",
      "Blog",
      "FAQ",
      "Contact",
    ]);
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map((index) => menu.getByRole("link").nth(index).boundingBox()),
    );
    expect(second?.y).toBe(first?.y);
    expect(third?.x).toBe(first?.x);
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await button.click();
    await menu.getByRole("link", { name: "Texas Locations" }).click();
    await expect(page).toHaveURL("/texas");
    await expect(menu).toBeHidden();
  });
});

for (const { kind, width, textSize } of [
  { kind: "320 px wide", width: 320, textSize: "100%" },
  { kind: "at twice the text size", width: 1280, textSize: "200%" },
  { kind: "on a phone at twice the text size", width: 360, textSize: "200%" },
]) {
  test(`no page of the form has to be scrolled sideways ${kind}`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    for (const step of ["contact", "employment", "residence", "banking-credit", "downpayment", "review"]) {
      await resume(page, `/apply/${step}`);
      await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), textSize);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(overflow, step).toBeLessThanOrEqual(0);
    }
  });
}

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const path of ["/apply/contact", "/apply/review"]) {
    test(`${path} says that the form needs it, and whom to ask`, async ({ page }) => {
      await page.goto(path);
      const notice = page.locator("noscript > div");
      await expect(notice).toBeVisible();
      await expect(notice).toContainText("This form needs JavaScript.");
      await expect(notice.locator("a")).toHaveAttribute("href", "/contact");
    });
  }

  test("/results says that it needs it", async ({ page }) => {
    await page.goto("/results?ref=a-reference");
    const notice = page.locator("noscript > div");
    await expect(notice).toBeVisible();
    await expect(notice).toContainText("This page needs JavaScript");
  });
});
