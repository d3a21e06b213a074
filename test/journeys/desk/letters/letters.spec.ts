import { expectAccessible } from "../../axe.ts";
import { applicant, choose, enter, unfold } from "../../desk.ts";
import { inMailTo, ownName } from "../../mail.ts";
import { expect, test } from "../../test.ts";

/** Managers write letters; members send them from a case. */

test("a specialist reads and sends a letter on a phone", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const first = ownName();
  const { id } = await applicant(page, { fullName: `${first} Lopez` });
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await page.getByRole("button", { name: "Letter..." }).press("Enter");
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("The applicant reads English.")).toBeVisible();
  await choose(page, "Letter", "Documents are missing");
  await expect(dialog.getByText("This letter lists papers that have not arrived")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Send the letter" })).toHaveCount(0);
  await choose(page, "Letter", "Are you still interested?");
  await expect(dialog.getByText(`Hello ${first},`)).toBeVisible();
  await expect(dialog.getByText("in or around San Antonio?")).toBeVisible();
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await dialog.getByRole("button", { name: "Send the letter" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText("sent the letter 'Are you still interested?' in English")).toBeVisible();
  await expect(page.locator("main :focus"), "the keyboard is not lost").toHaveCount(1);
  await expect(page.getByText(/Letter to the applicant: sent/)).toBeAttached();
  const letter = /We haven’t heard from you[\s\S]*See your application:\nhttp\S+\/results\?ref=\S+#mail-/;
  await inMailTo(first, letter);
  await page.getByText("Read it: Are you still interested?").click();
  await expect(page.getByText(`Hello ${first},`)).toBeVisible();

  await unfold(page, "Did they ask us to stop?");
  await page.getByRole("button", { name: "Stop: asked by phone" }).press("Enter");
  await expect(page.locator("#standing"), "goes on where the case stands").toBeFocused();
  await expect(page.getByRole("button", { name: "Letter..." })).toHaveCount(0);
});
