import type { Page } from "@playwright/test";
import { choose, open, press, saveOrErase, type, typeTime } from "../applicant.ts";
import { expect, test } from "../test.ts";

const KEEP = "Keep my answers on this device for 7 days (not on a shared computer)";

test("answers stay in their tab, unless they are kept for seven days", async ({ page, context }) => {
  await open(page, "/apply/contact");
  await type(page, "Full Name", "Maria Lopez");
  const stranger = await context.newPage();
  await open(stranger, "/apply/contact");
  await expect(stranger.getByLabel("Full Name")).toHaveValue("");
  await stranger.close();

  await saveOrErase(page);
  await page.getByLabel(KEEP).press("Space");
  const later = await context.newPage();
  await open(later, "/apply/contact");
  await expect(later.getByLabel("Full Name")).toHaveValue("Maria Lopez");
  await expect(later.getByLabel(KEEP)).toBeChecked();
  await later.close();

  await page.getByLabel(KEEP).press("Space");
  expect(await page.evaluate(() => localStorage.length)).toBe(0);
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue("Maria Lopez");
});

test("what is typed before the page's code goes before what was stored", async ({ page }) => {
  await test.step("what is typed before the page's code has come is kept, and goes before what was stored", async () => {
    await open(page, "/apply/contact");
    await type(page, "Full Name", "Maria Lopez");
    await type(page, "City", "Austin");

    const code = await holdCode(page);
    await page.goto("/apply/contact", { waitUntil: "commit" });
    await type(page, "Full Name", "Rosa Diaz");
    await type(page, "Phone Number", "512 555 0199");
    code();
    await expect(page.getByLabel("City")).toHaveValue("Austin");
    await expect(page.getByLabel("Full Name")).toHaveValue("Rosa Diaz");
    await expect(page.getByLabel("Phone Number")).toHaveValue("512 555 0199");
    await page.reload();
    await expect(page.getByLabel("City")).toHaveValue("Austin");
    await expect(page.getByLabel("Full Name")).toHaveValue("Rosa Diaz");
    await expect(page.getByLabel("Phone Number")).toHaveValue("(512) 555-0199");
  });

  await test.step("a choice and an amount made before the page's code has come are kept and acted upon", async () => {
    const code = await holdCode(page);
    await page.goto("/apply/employment", { waitUntil: "commit" });
    await choose(page, "Employment Type", "Other");
    await typeTime(page, "Time on Current Job", "5", "");
    await type(page, "Gross Monthly Income", "3,100");
    code();
    await expect(page.getByText("Recorded as $3,100 a month")).toBeVisible();
    await expect(page.getByRole("group", { name: "Time on Previous Job" })).toHaveCount(0);
    await expect(page.getByRole("radio", { name: "Other" })).toBeChecked();
    await press(page, "Continue");
    await expect(page).toHaveURL("/apply/residence");
  });
});

/** Holds back the pages' code until it is released. */
async function holdCode(page: Page) {
  await page.unrouteAll();
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route("**/assets/*.js", async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}
