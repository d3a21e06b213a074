import type { Locator, Page } from "@playwright/test";
import { eSignDisclosure as inEnglish } from "../../../db/model/consent/consent-english.ts";
import { eSignDisclosure as inSpanish } from "../../../db/model/consent/consent-spanish.ts";
import { continueButton, heading, open, press, resume } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { expect, test } from "../test.ts";

test("a step starts at its top with its heading focused", async ({ page }) => {
  await test.step("a new step starts at its top, with its heading focused", async () => {
    await resume(page, "/apply/residence");
    await page.getByRole("link", { name: "Back" }).press("Enter");
    await expect(heading(page)).toHaveText("Employment");
    await press(page, "Save and return to review");
    await expect(heading(page)).toHaveText("Review Your Application");
    await expect(heading(page)).toBeFocused();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole("link", { name: "Back" }).press("Enter");
    await expect(heading(page)).toHaveText("Auto History & Down Payment");
    await expect(heading(page)).toBeFocused();
  });

  await test.step("the skip link is the first stop and leads to the content", async () => {
    await open(page, "/apply/contact");
    await page.keyboard.press("Tab");
    const skip = page.getByRole("link", { name: "Skip to the main content" });
    await expect(skip).toBeFocused();
    await expect(skip).toBeInViewport();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("main")).toBeFocused();
    await page.keyboard.press("Tab");
    await expect(page.getByLabel("Full Name")).toBeFocused();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("the menu opens in columns, and closes on Escape or a choice", async ({ page }) => {
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
      "Calculator",
      "Contact",
      "Español",
    ]);
    const [first, second, third] = await Promise.all(
      [0, 1, 2].map((index) => menu.getByRole("link").nth(index).boundingBox()),
    );
    expect(second?.y).toBe(first?.y);
    expect(third?.x).toBe(first?.x);
    await expectAccessible(page);
    await menu.getByRole("link", { name: "FAQ" }).focus();
    await page.keyboard.press("Escape");
    await expect(menu).toBeHidden();
    await expect(page.locator("header summary")).toBeFocused();
    await button.press("Enter");
    await menu.getByRole("link", { name: "Texas Locations" }).press("Enter");
    await expect(page).toHaveURL("/texas");
    await expect(menu).toBeHidden();
    await button.click();
    await expect(menu.locator("[aria-current=page]")).toHaveText("Texas Locations");
  });

  test("Continue is at the thumb, and covers nothing focused or wrong", async ({ page }) => {
    for (const step of ["contact", "banking-credit"]) {
      await resume(page, `/apply/${step}`);
      await expect(continueButton(page)).toBeInViewport({ ratio: 1 });
      expect(await hiddenWhenFocused(page), step).toEqual([]);
    }
    await page.evaluate(() => sessionStorage.clear());
    await open(page, "/apply/banking-credit");
    await continueButton(page).click();
    const summary = page.getByRole("alert", { name: "There is a problem" });
    const links = summary.getByRole("link");
    await expect(links).toHaveCount(2);
    await expect(summary).toBeFocused();
    await expectAccessible(page);
    for (const link of await links.all()) {
      const message = page
        .getByRole("main")
        .locator("fieldset")
        .getByText((await link.textContent()) ?? "");
      await link.press("Enter");
      await expect(message).toBeInViewport({ ratio: 1 });
      expect((await edges(message)).bottom).toBeLessThanOrEqual((await edges(continueButton(page))).top);
    }
    for (const [height, textSize] of [
      [400, "100%"],
      [740, "200%"],
    ] as const) {
      await page.setViewportSize({ width: 360, height });
      await open(page, "/apply/contact");
      await page.evaluate((size) => document.documentElement.style.setProperty("font-size", size), textSize);
      await expect(continueButton(page)).not.toBeInViewport();
      await continueButton(page).scrollIntoViewIfNeeded();
      await expect(continueButton(page)).toBeInViewport();
    }
  });

  test("the whole electronic disclosure stands above the boxes, without a press", async ({ page }) => {
    for (const [path, { text }] of [
      ["/apply/review", inEnglish()],
      ["/es/apply/review", inSpanish()],
    ] as const) {
      await resume(page, path);
      const disclosure = page.getByText(text);
      await disclosure.scrollIntoViewIfNeeded();
      await expect(disclosure, path).toBeInViewport({ ratio: 1 });
      const firstBox = await edges(page.getByRole("checkbox").first());
      expect((await edges(disclosure)).bottom, path).toBeLessThan(firstBox.top);
    }
    await expectAccessible(page);
  });

  test("the review is short, and a policy beside it takes no answers", async ({ page }) => {
    await resume(page, "/apply/review", {}, { bankruptcyStatus: "Discharged" });
    const answer = page.locator("dd", { hasText: "maria@example.com" });
    await expect(answer).toBeVisible();
    await expect(page.locator("dd", { hasText: "Discharged" })).toBeVisible();
    const submit = page.getByRole("button", { name: "Submit Application" });
    // Less on phones, whose letters are narrower than those of a computer without fonts.
    expect((await edges(submit)).bottom / 740).toBeLessThan(3.55);
    await submit.evaluate((button) => button.scrollIntoView({ block: "end" }));
    for (const part of [submit, ...(await page.getByRole("checkbox", { name: /^(Calls|Elec|Accu)/ }).all())]) {
      await expect(part).toBeInViewport({ ratio: 1 });
    }

    await page.locator("input[name=certifyAccurate]").check();
    const tab = page.waitForEvent("popup");
    await page.getByRole("main").getByRole("link", { name: "Privacy Policy", exact: true }).click();
    await expect(await tab).toHaveURL("/privacy");
    await (await tab).close();
    await expect(page.locator("input[name=certifyAccurate]")).toBeChecked();
    await expect(page.locator("dd", { hasText: "Maria Lopez" })).toHaveCount(1);
  });
});

function edges(part: Locator) {
  return part.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return { top, bottom };
  });
}

/** Goes through the form with Tab and back. Returns focused elements that the buttons at the bottom partly cover. */
async function hiddenWhenFocused(page: Page) {
  const hidden: string[] = [];
  await page.locator("main form[data-next] :is(input, select)").first().focus();
  for (const key of ["Tab", "Shift+Tab"]) {
    for (let presses = 0; presses < 30; presses++) {
      await page.keyboard.press(key);
      const found = await page.evaluate(() => {
        const focused = document.activeElement as HTMLElement;
        const buttons = document.querySelector("button[type=submit]")?.parentElement as HTMLElement;
        const isBehind =
          focused !== document.body &&
          !buttons.contains(focused) &&
          focused.getBoundingClientRect().bottom > buttons.getBoundingClientRect().top &&
          focused.getBoundingClientRect().top < buttons.getBoundingClientRect().bottom;
        return isBehind ? [`${focused.tagName} ${focused.getAttribute("name")}`] : [];
      });
      hidden.push(...found);
    }
  }
  return hidden;
}
