import type { Page } from "@playwright/test";
import { choose, heading, type, typeTime } from "./applicant.ts";
import { expect, test } from "./test.ts";

/** What visitors do while the page's code is still on its way. */

test("Continue pressed before the page's code has come is kept, and leads on once it has", async ({ page }) => {
  const requests: string[] = [];
  page.on("request", (request) => requests.push(`${request.method()} ${request.url()} ${request.postData() ?? ""}`));
  const arrive = await holdCode(page);
  await page.goto("/apply/employment", { waitUntil: "commit" });
  await early(page);
  await choose(page, "Employment Type", "W-2");
  await typeTime(page, "Time on Current Job", "5", "3");
  await type(page, "Gross Monthly Income", "4,321");
  await page.getByRole("button", { name: "Continue", exact: true }).click();
  await expect(page).toHaveURL("/apply/employment");
  arrive();
  await expect(page).toHaveURL("/apply/residence");
  await expect(heading(page)).toHaveText("Residence");
  expect(requests.filter((request) => /4,?321|W-2/.test(request))).toEqual([]);
});

test("Enter in a field before the page's code has come shows what is still missing once it has", async ({ page }) => {
  const arrive = await holdCode(page);
  await page.goto("/apply/contact", { waitUntil: "commit" });
  await early(page);
  await type(page, "Full Name", "Maria Lopez");
  await page.getByLabel("Full Name").press("Enter");
  await expect(page).toHaveURL("/apply/contact");
  arrive();
  await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
  await expect(page.getByLabel("Full Name")).toHaveValue("Maria Lopez");
  await expect(page).toHaveURL("/apply/contact");
});

test("a box ticked before the page's code has come stays ticked and counts", async ({ page }) => {
  const arrive = await holdCode(page);
  await page.goto("/apply/contact", { waitUntil: "commit" });
  await page.getByLabel("Keep my answers on this device for 7 days").check();
  await type(page, "Full Name", "Maria Lopez");
  arrive();
  await expect.poll(() => page.evaluate(() => localStorage.getItem("application"))).toContain("Maria Lopez");
  await page.reload();
  await expect(page.getByLabel("Keep my answers on this device for 7 days")).toBeChecked();
  await expect(page.getByLabel("Full Name")).toHaveValue("Maria Lopez");
});

/** Keeps React and the pages' code back, but not the small script that keeps early clicks. */
async function holdCode(page: Page) {
  const code = Promise.withResolvers<void>();
  await page.route(/\/assets\/(?!shell-)[^/]*\.js$/, async (route) => {
    await code.promise;
    await route.continue();
  });
  return code.resolve;
}

async function early(page: Page) {
  await page.waitForFunction(() => performance.getEntriesByType("resource").some(({ name }) => /shell-/.test(name)));
}
