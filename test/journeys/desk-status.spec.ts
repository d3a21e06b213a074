import { expectAccessible } from "./axe.ts";
import { applicant, enter } from "./desk.ts";
import { expect, test } from "./test.ts";

test("a manager sees how the site is doing, on a phone and on a desktop, and every chart is a table, too", async ({
  page,
}) => {
  await applicant(page);
  // More than other tests report for it.
  const measured = Array(40).fill(["/terms", "CLS", 7]);
  expect((await page.request.post("/api/vitals", { data: { measured } })).ok()).toBe(true);
  await enter(page, "demo-manager", "/desk/status");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("How the site is doing");
  await expect(page.getByRole("link", { name: "Status" })).toHaveAttribute("aria-current", "page");
  await expect(page.getByRole("img", { name: /^Applications received: \d+ in 30 days/ })).toBeVisible();
  await expect(page.getByRole("row", { name: /^\/terms/ })).toContainText("beyond (slow)");
  await page.getByText("All figures, day by day").click();
  const today = page.getByRole("table").first().getByRole("row").nth(1);
  await expect(today.getByRole("cell").first()).not.toHaveText("0");
  await expectAccessible(page);
  await page.setViewportSize({ width: 360, height: 740 });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
  await expectAccessible(page);
});
