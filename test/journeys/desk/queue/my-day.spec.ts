import { DAY_MS } from "../../../../db/model/time/clock.ts";
import { fileDay } from "../../../../db/model/time/time-for-staff.ts";
import { heading } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter, sayWhen, unfold } from "../../desk.ts";
import { expect, test } from "../../test.ts";

/** A specialist's day: what is due, the next call, and Undo. */

test.use({ hasTouch: true });

test("from my day on a phone a case is called and planned", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { fullName, id } = await applicant(page);
  await enter(page, "demo-specialist", "/desk");
  await expect(heading(page)).toHaveText("My day");
  await expect(page.getByRole("heading", { name: "Free to claim" })).toBeVisible();
  expect((await page.request.post(`/api/desk/case/${id}/claim`, { data: {} })).status()).toBe(200);
  await page.reload();
  const due = page.getByRole("rowgroup").filter({ has: page.getByRole("heading", { name: "First contact due" }) });
  await expect(due.getByRole("row").filter({ hasText: fullName })).toContainText("First call");
  const places = page.getByRole("navigation", { name: "Desk" }).getByRole("listitem");
  await expect(places.filter({ hasText: "My day" })).toContainText(/\(\d+ due\)/);
  await expect(page).toHaveTitle(/^\(\d+\) My day - Desk/);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  const overfull = await page
    .locator("tbody tr")
    .evaluateAll((rows) => rows.filter(({ scrollHeight, clientHeight }) => scrollHeight > clientHeight + 1).length);
  expect(overfull, "rows from which a line sticks out").toBe(0);

  await page.getByRole("link", { name: fullName }).press("Enter");
  await expect(heading(page)).toHaveText(fullName);
  await expect(page.getByText("None yet")).toBeVisible();
  await page.getByRole("button", { name: "Voicemail" }).press("Enter");
  await sayWhen(page);
  const undo = page.getByRole("button", { name: "Undo this call" });
  await expect(undo).toBeInViewport({ ratio: 1 });
  await expect(page.locator(".case-bar")).toContainText("Call again after the voicemail, ");
  await expect(page.getByText(/, after .* of business hours, in time$/)).toBeVisible();
  await undo.press("Enter");
  await expect(page.getByText("None yet")).toBeVisible();
  await expect(undo).toHaveCount(0);
  await expect(page.getByText("took that call back")).toBeVisible();

  await unfold(page, "They asked to be called at a time");
  const box = page.getByLabel("When should we call? (Central Time)");
  await box.fill("2020-11-23T10:00");
  await page.getByRole("button", { name: "Asked to call then" }).press("Enter");
  await sayWhen(page, "When did you talk?");
  await expect(page.getByRole("alert")).toContainText("That time is over");
  const tomorrow = fileDay(Date.now() + DAY_MS);
  await box.fill(`${tomorrow}T13:30`);
  await expect(page.getByText(/1:30 PM Central$/)).toBeVisible();
  await page.getByRole("button", { name: "Asked to call then" }).press("Enter");
  const next = (words: RegExp) => page.getByRole("paragraph").filter({ hasText: words });
  await expect(next(/^Call, \w+ 1:30 PM: They asked to be called then$/)).toBeVisible();

  await unfold(page, "Plan something else");
  await page.getByLabel("What", { exact: true }).selectOption({ label: "Write" });
  await page.getByLabel("Details").fill("Ask for the pay stub");
  await page.getByRole("button", { name: "Plan this" }).press("Enter");
  await expect(next(/^Write, .*: Ask for the pay stub$/)).toBeVisible();
  await expect(page.locator("#plan")).toBeFocused();

  await page.goto("/desk/my-day");
  await expect(page.getByRole("heading", { name: "Free to claim" })).toBeVisible();
  await expect(page.getByRole("link", { name: fullName })).toBeHidden();
  await page.getByRole("button", { name: /^Later \(\d+\)$/ }).click();
  await expect(page.getByRole("row").filter({ hasText: fullName })).toContainText("Write");
});
