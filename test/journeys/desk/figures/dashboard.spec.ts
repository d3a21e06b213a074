import { consent, resume } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { enter } from "../../desk.ts";
import { ownPhone } from "../../own.ts";
import { expectReflow } from "../../reflow.ts";
import { expect, test } from "../../test.ts";

test.use({ colorScheme: "dark" });

test("a manager sees work, origins, outcomes, forecasts and the site's health", async ({ page }) => {
  await page.goto("/es/texas?utm_campaign=Fall&utm_content=maria@example.com&gclid=x");
  await page.goto("/apply/contact");
  expect(await page.evaluate(() => JSON.parse(sessionStorage.openedFrom))).toBe("/es/texas?utm_campaign=Fall");
  await resume(page, "/apply/review", {}, { phone: ownPhone(), email: "opened-from@example.com" });
  await consent(page);
  const sent = page.waitForRequest("**/api/applications/submit");
  await page.getByRole("button", { name: "Submit" }).press("Enter");
  expect((await sent).headers()["opened-from"]).toBe("/es/texas?utm_campaign=Fall");
  await expect(page.getByRole("heading", { level: 1 })).not.toHaveText(/Review/);

  await enter(page, "demo-manager", "/desk/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Figures");
  await expect(page.getByRole("link", { name: "Figures" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByText("waiting for a first call", { exact: true })).toBeVisible();
  for (const name of [
    "Do we call in time?",
    "Who has too much?",
    "What comes of it?",
    "Where do they come from?",
    "Is the forecast right?",
  ]) {
    await expect(page.getByRole("heading", { name })).toBeVisible();
  }
  await expect(page.getByText(/\d+ of the 350 outcomes that are needed/)).toBeVisible();
  const stages = page.getByRole("table", { name: "How far applications of the last 90 days got" });
  await expect(stages.getByRole("row", { name: /^Submitted [1-9]\d* 100%$/ })).toBeVisible();
  await expect(stages.getByRole("row")).toHaveCount(1 + 6);
  const origins = page.getByRole("table", { name: "By campaign, or the first page without one" });
  await expect(origins.getByRole("row", { name: /^fall / })).toBeVisible();
  await page.locator("summary", { hasText: "First contacts in 12 weeks" }).press("Enter");
  const members = page.getByRole("table", { name: "First contacts in 12 weeks" });
  await expect(members.getByRole("rowheader", { name: "demo-specialist" })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 844 });
  const cut = await page
    .getByRole("table")
    .evaluateAll((tables) => tables.filter((each) => each.clientWidth > (each.parentElement?.clientWidth ?? 0)).length);
  expect(cut, "tables that are cut on a phone").toBe(0);
  await expectAccessible(page);
  await expectReflow(page);

  await page.goto("/desk/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Status");
  await expect(page.getByRole("link", { name: "Status" })).toHaveAttribute("aria-current", "page");
  await page.locator("summary", { hasText: "Jobs" }).click();
  await expect(page.getByRole("row", { name: /^Every minute: mail and alarms/ })).toBeVisible();
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
