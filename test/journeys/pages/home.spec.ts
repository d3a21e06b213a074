import type { Page } from "@playwright/test";
import { heading, open, press } from "../applicant.ts";
import { expect, test } from "../test.ts";

test.use({ viewport: { width: 1280, height: 900 } });

test("what was chosen on the home page stands in the form, whether React runs or not, and nothing of it in an address", async ({
  page,
}) => {
  await test.step("what was chosen on the home page stands in the form, and nothing of it in an address", async () => {
    await open(page, "/");
    await chooseTwo(page);
    await page.getByRole("link", { name: "Start my form with these" }).click();
    await expect(page).toHaveURL("/apply/contact");
    await open(page, "/apply/employment");
    await expect(page.getByRole("radio", { name: "Self-Employed/1099" })).toBeChecked();
    await open(page, "/apply/downpayment");
    await expect(page.getByRole("radio", { name: "Within 1–2 Weeks" })).toBeChecked();
    await open(page, "/apply/residence");
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
    await press(page, "Erase my answers");
    await press(page, "Yes, erase");
    await expect(page).toHaveURL("/apply");
    await open(page, "/apply/employment");
    await expect(page.getByRole("radio", { checked: true })).toHaveCount(0);
  });

  await test.step("where React is running already, the home page takes along what was chosen by the same script", async () => {
    await open(page, "/apply/contact");
    await page.getByRole("banner").getByRole("link").first().click();
    await expect(heading(page)).toContainText("Get PreQualified");
    await chooseTwo(page);
    await page.getByRole("link", { name: "Start my form with these" }).click();
    await expect(page).toHaveURL("/apply/contact");
    await open(page, "/apply/employment");
    await expect(page.getByRole("radio", { name: "Self-Employed/1099" })).toBeChecked();
  });
});

test.describe("on a phone", () => {
  test.use({ viewport: { width: 360, height: 740 } });

  test("'Start' stays in reach after the first screen, until the page's last band says it again", async ({ page }) => {
    await open(page, "/stories");
    const bar = page.locator("#start-bar");
    await expect(bar).not.toBeInViewport();
    await page.mouse.wheel(0, 2000);
    await expect(bar).toBeInViewport({ ratio: 1 });
    await page.getByRole("link", { name: "Start My Application" }).last().scrollIntoViewIfNeeded();
    await page.mouse.wheel(0, 300);
    await expect.poll(() => bar.evaluate(isSeen)).toBe(false);
    await page.mouse.wheel(0, -1500);
    await bar.getByText("Start", { exact: true }).click();
    await expect(page).toHaveURL("/apply");
    await expect(bar).toHaveCount(0);
  });
});

async function chooseTwo(page: Page) {
  await page.getByLabel("I want a car").selectOption("in a week or two");
  await page.getByLabel("My pay comes from").selectOption("my own work, or 1099s");
}

/** Whether nothing covers an element. */
function isSeen(element: Element) {
  const { left, top, width, height } = element.getBoundingClientRect();
  return element.contains(document.elementFromPoint(left + width / 2, top + height / 2));
}
