import { expectAccessible } from "../../axe.ts";
import { applicant, choose, enter, unfold } from "../../desk.ts";
import { inMailTo, ownName } from "../../mail.ts";
import { ownWord } from "../../own.ts";
import { expect, test } from "../../test.ts";

/** Managers write letters; members send them from a case. */

test("a manager writes a letter, is told of a wrong place, sees how it will look, and changes it", async ({ page }) => {
  await enter(page, "demo-manager", "/desk/letters");
  const name = `Letter ${ownWord()}`;
  await page.getByRole("button", { name: "Add a letter" }).press("Enter");
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Subject").fill("A word");
  await dialog.getByRole("textbox", { name: "Letter", exact: true }).fill("Hello {first},\n{link}");
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog.getByRole("textbox", { name: "Letter", exact: true })).toBeFocused();
  await expect(dialog.getByText("There is no place {first}.")).toBeVisible();
  await dialog.getByRole("textbox", { name: "Letter", exact: true }).fill("Hello {firstName},\n{link}\n- {city}");
  await expect(dialog.getByText("Hello Maria,")).toBeVisible();
  await expect(dialog.getByText("See your application")).toBeVisible();
  await expect(dialog.getByText("There is no place")).toHaveCount(0);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toBeHidden();
  await page.getByRole("button", { name: `Edit ${name}, English` }).press("Enter");
  await dialog.getByLabel("Active").uncheck();
  await dialog.getByRole("button", { name: "Save" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByRole("button", { name: `Edit ${name}, English (not active)` })).toBeFocused();
  await page.getByRole("button", { name: `${name}, Add Spanish` }).press("Enter");
  await expect(dialog.getByLabel("Name")).toHaveValue(name);
  await expect(dialog.getByLabel("Language")).toHaveValue("es");
});

test("a specialist reads a letter with the facts of the case on a phone and sends it as it stands", async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const first = ownName();
  const { id } = await applicant(page, { fullName: `${first} Lopez` });
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await page.getByRole("button", { name: "Send a letter..." }).press("Enter");
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
  const letter = /We haven't heard from you[\s\S]*See your application:\nhttp\S+\/results\?ref=\S+#mail-/;
  await inMailTo(first, letter);
  await page.getByText("Read it: Are you still interested?").click();
  await expect(page.getByText(`Hello ${first},`)).toBeVisible();

  await unfold(page, "Did they ask us to stop?");
  await page.getByRole("button", { name: "Stop: asked by phone" }).press("Enter");
  await expect(page.locator("#standing"), "goes on where the case stands").toBeFocused();
  await expect(page.getByRole("button", { name: "Send a letter..." })).toHaveCount(0);
});
