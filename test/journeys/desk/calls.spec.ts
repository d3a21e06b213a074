import { heading } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { applicant, choose, enter } from "../desk.ts";
import { expect, test } from "../test.ts";

/** Calls that applicants asked for, as staff see them. */

test("the queue shows the booked calls in their order, and the case says when; once they were reached it is off the list", async ({
  page,
}) => {
  const [later, soon] = [await applicant(page, { zip: "79936" }), await applicant(page)];
  const { days } = await (await page.request.get(`/api/applications/${later.ref}/slots`)).json();
  // Not in the evening, because the journey below closes Saturday evenings.
  const { startsAt, from } = days.at(-1).slots[0];
  for (const [{ ref }, data] of [
    [later, { startsAt }],
    [soon, { startsAt: null }],
  ] as const) {
    expect((await page.request.post(`/api/applications/${ref}/appointment`, { data })).status()).toBe(200);
  }

  await enter(page, "demo-specialist");
  await choose(page, "Show", "Booked calls, the next one first");
  const rows = page.getByRole("table", { name: "with the next call first" }).getByRole("row");
  await expect(rows.filter({ hasText: soon.fullName })).toContainText("as soon as possible");
  const names = await rows.getByRole("link").allTextContents();
  expect(names.indexOf(soon.fullName)).toBeLessThan(names.indexOf(later.fullName));
  await expect(rows.filter({ hasText: later.fullName })).toContainText(`Central (${from} where they are)`);
  await expect(rows.filter({ hasText: later.fullName })).toContainText("Call booked");
  await expect(rows.filter({ hasText: soon.fullName })).toContainText(/Due (today by|by \w{3}) 8 PM/);
  await expectAccessible(page);

  await page.getByRole("link", { name: later.fullName }).click();
  await expect(heading(page)).toHaveText(later.fullName);
  await expect(page.locator(".case-bar")).toContainText(/Submitted.*Call booked\./);
  await expect(page.getByText(/^Wants a call \w+, \w+ \d+, \d+ [AP]M Central/)).toContainText(
    `(${from} where they are)`,
  );
  await page.goto(`/desk/case/${soon.id}`);
  await expect(page.getByText("Wants a call as soon as possible")).toBeVisible();
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Reached" }).press("Enter");
  await expect(page.getByText("Wants a call")).toHaveCount(0);
  await expect(page.getByText("recorded that the call took place")).toBeVisible();
  await page.goto("/desk/queue?show=calls");
  await expect(page.getByRole("link", { name: later.fullName })).toBeVisible();
  await expect(page.getByRole("link", { name: soon.fullName })).toHaveCount(0);
});

test("a manager sets on a phone how many calls may begin; an applicant then reads fewer times", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await enter(page, "demo-manager", "/desk/manage");
  const saturday = page.getByText("Saturday:");
  await saturday.click();
  const box = page.getByLabel("Saturday, 7 PM");
  await box.fill("many");
  await page.getByRole("button", { name: "Save the numbers" }).press("Enter");
  await expect(page.getByText("Enter whole numbers from 0 to 99")).toBeVisible();
  await box.fill("0");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Save the numbers" }).press("Enter");
  await expect(page.getByText("8 AM to 7 PM: 2, 7 PM to 8 PM: 0")).toBeVisible();
  await expect(page.getByText("Enter whole numbers from 0 to 99")).toHaveCount(0);

  // A colleague has changed something meanwhile. Saving over it needs a second press.
  const places = Array.from({ length: 6 }, () => Array(12).fill(3));
  await page.getByLabel("Saturday, 6 PM").fill("0");
  expect((await page.request.put("/api/desk/call-capacity", { data: { places, version: 2 } })).status()).toBe(200);
  await page.getByRole("button", { name: "Save the numbers" }).press("Enter");
  await expect(page.getByText("Somebody else changed these numbers while you were editing them.")).toBeVisible();
  await expect(page.getByText("Monday: 3 each hour")).toBeVisible();
  await page.getByRole("button", { name: "Save the numbers" }).press("Enter");
  await expect(page.getByText(/6 PM to .*: 0/)).toBeVisible();

  const { ref } = await applicant(page);
  const { days } = await (await page.request.get(`/api/applications/${ref}/slots`)).json();
  const all = days.find(({ day }: { day: string }) => day.startsWith("Saturday"));
  expect(all.slots.map(({ from }: { from: string }) => from)).not.toContain("6 PM");
});
