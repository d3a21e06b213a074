import { heading } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { applicant, enter, unfold } from "./desk.ts";
import { expect, test } from "./test.ts";

/** A specialist's day: what is due, the next call, and taking back a wrong press. */

for (const width of [1280, 390]) {
  test(`from my day a case is claimed, called and planned, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 800 });
    const { fullName, id } = await applicant(page);
    await enter(page, "demo-specialist", "/desk");
    await expect(heading(page)).toHaveText("My day");
    await expect(page.getByRole("heading", { name: "Free to claim" })).toBeVisible();
    expect((await page.request.post(`/api/desk/case/${id}/claim`, { data: {} })).status()).toBe(200);
    await page.reload();
    const card = page.locator("div").filter({ has: page.getByRole("heading", { name: "Promises that end today" }) });
    await expect(card.getByRole("listitem").filter({ hasText: fullName }).first()).toContainText("First call, ");
    const places = page.getByRole("navigation", { name: "Desk" }).getByRole("listitem");
    await expect(places.filter({ hasText: "My day" })).toContainText(/\(\d+ due\)/);
    await expect(page).toHaveTitle(/^\(\d+\) My day - Desk/);
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

    await page.getByRole("link", { name: fullName }).press("Enter");
    await expect(heading(page)).toHaveText(fullName);
    await expect(page.getByText("No first contact yet")).toBeVisible();
    await page.getByRole("button", { name: "Voicemail" }).press("Enter");
    await expect(
      page.getByText(/^Recorded: voicemail\. Next: Call, .*Call again after the voicemail\.$/),
    ).toBeVisible();
    // What has focus stays.
    const undo = page.getByRole("button", { name: "Undo this call" });
    await undo.focus();
    await expect(page.getByText(/^First contact .* by demo-specialist, .* in time\.$/)).toBeVisible();
    await expectAccessible(page);
    await undo.press("Enter");
    await expect(page.getByText("No first contact yet")).toBeVisible();
    await expect(undo).toHaveCount(0);
    await unfold(page, "Timeline");
    await expect(page.getByText("took that call back")).toBeVisible();
    await expect(page.getByText("Last call:")).toHaveCount(0);

    await page.getByText("They asked to be called at a time").press("Enter");
    const box = page.getByLabel("When should we call? (Central Time)");
    await box.fill("2020-11-23T10:00");
    await page.getByRole("button", { name: "Asked to call then" }).press("Enter");
    await expect(page.getByRole("alert")).toContainText("That time is over");
    const tomorrow = new Date(Date.now() + 24 * 3_600_000).toLocaleDateString("en-CA", { timeZone: "America/Chicago" });
    await box.fill(`${tomorrow}T13:30`);
    await expect(page.getByText(/1:30 PM Central$/)).toBeVisible();
    await page.getByRole("button", { name: "Asked to call then" }).press("Enter");
    await undo.focus();
    await unfold(page, "Next");
    const next = (words: RegExp) => page.getByRole("paragraph").filter({ hasText: words });
    await expect(next(/^Call, .*1:30 PM Central: They asked to be called then$/)).toBeVisible();

    await page.getByRole("button", { name: "Plan something else" }).press("Enter");
    await expect(page.getByLabel("What", { exact: true })).toBeFocused();
    await page.getByLabel("What", { exact: true }).selectOption({ label: "Write" });
    await page.getByLabel("A word about it").fill("Ask for the pay stub");
    await page.getByRole("button", { name: "Plan this" }).press("Enter");
    await expect(next(/^Write, .*: Ask for the pay stub$/)).toBeVisible();
    await expect(page.getByRole("heading", { name: "Next", exact: true })).toBeFocused();
    await expectAccessible(page);

    await page.goto("/desk/my-day");
    await expect(page.getByRole("heading", { name: "Free to claim" })).toBeVisible();
    await expect(page.getByRole("link", { name: fullName })).toBeHidden();
    await page.getByText(/^Later \(\d+\)$/).click();
    await expect(page.getByRole("listitem").filter({ hasText: fullName })).toContainText("Write, ");
    await expectAccessible(page);
  });
}

test("what nobody works on is claimed from the day, several at once", async ({ page }) => {
  await applicant(page);
  await applicant(page);
  await enter(page, "demo-manager", "/desk/my-day");
  const rows = page.getByRole("listitem").filter({ has: page.getByRole("checkbox", { name: /^Claim / }) });
  await expect(rows.nth(1)).toBeVisible();
  const addresses: string[] = [];
  const names: string[] = [];
  for (const row of [rows.first(), rows.nth(1)]) {
    const link = row.getByRole("link");
    addresses.push((await link.getAttribute("href")) ?? "");
    names.push((await row.getByRole("checkbox").evaluate((box) => box.closest("label")?.textContent)) ?? "");
    await row.getByRole("checkbox").press("Space");
  }
  await page.getByRole("button", { name: "Claim 2" }).press("Enter");
  const words = `You work on ${names.map((name) => name.replace("Claim ", "")).join(", ")} now.`;
  await expect(page.locator("#claimed")).toHaveText(words);
  await expect(page.locator("#claimed")).toBeFocused();
  for (const address of addresses) {
    await expect(rows.locator(`a[href="${address}"]`)).toHaveCount(0);
    await page.goto(address);
    await expect(page.getByText("demo-manager works on it.")).toBeVisible();
    await page.goBack();
    await expect(page.getByRole("heading", { name: "Free to claim" })).toBeVisible();
  }
});
