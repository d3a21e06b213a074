import { heading } from "../../applicant.ts";
import { applicant, choose, enter } from "../../desk.ts";
import { expect, test } from "../../test.ts";

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
  const rows = page.getByRole("table", { name: "Applications" }).getByRole("row");
  await expect(rows.filter({ hasText: soon.fullName })).toContainText("as soon as possible");
  await expect(rows.filter({ hasText: later.fullName })).toContainText(`(${from} where they are)`);
  const both = [soon.fullName, later.fullName];
  // The list before it may still give way to this one.
  const order = async () => (await rows.getByRole("link").allTextContents()).filter((name) => both.includes(name));
  await expect.poll(order).toEqual(both);

  await page.getByRole("link", { name: later.fullName }).click();
  await expect(heading(page)).toHaveText(later.fullName);
  await expect(page.locator(".case-bar")).toContainText(/Submitted.*Call booked/);
  await expect(page.getByText(/^Wants a call .*\d [AP]M/)).toContainText(`(${from} where they are)`);
  await page.goto(`/desk/case/${soon.id}`);
  await expect(page.getByText("Wants a call as soon as possible")).toBeVisible();
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await page.getByRole("button", { name: "Reached" }).press("Enter");
  await expect(page.getByText("Wants a call")).toHaveCount(0);
  await expect(page.getByText("recorded that the call took place")).toBeVisible();
  await page.getByRole("button", { name: "Plan something else" }).press("Enter");
  await expect(page.getByLabel("What", { exact: true })).toBeFocused();
  await page.goto("/desk/queue?show=calls");
  await expect(page.getByRole("link", { name: later.fullName })).toBeVisible();
  await expect(page.getByRole("link", { name: soon.fullName })).toHaveCount(0);
});
