import { es } from "../../../spanish-words.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, choose, enter, unfold } from "../../desk.ts";
import { expect, test } from "../../test.ts";

test("a specialist's correction of an email waits for the applicant to confirm", async ({ page }) => {
  const { id, ref, fullName, phone } = await applicant(page);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  const main = page.getByRole("main");
  await unfold(page, "Correct the phone number or email");
  await expect(main).toContainText("Claim this application first.");
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  const right = page.getByRole("textbox", { name: "Right phone number" });
  await expect(right).toBeVisible();
  // Nothing has bounced, so the applicant's wish is the only reason to choose.
  const why = page.getByRole("combobox", { name: "Why you are correcting it" });
  await expect(why.getByRole("option")).toHaveText(["Choose", "The applicant asked over the phone"]);
  await page.getByRole("button", { name: "Correct it" }).press("Enter");
  await expect(why).toBeFocused();
  await expect(why).toHaveAccessibleDescription("Choose a reason from the list");
  await right.fill("512 555 0144");
  await choose(page, "Why you are correcting it", "The applicant asked over the phone");
  await page.getByRole("textbox", { name: "How you know" }).fill("Called at noon, gave the ZIP code");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Correct it" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Corrected." })).toBeAttached();
  const entry = page.getByRole("listitem").filter({ hasText: "corrected the phone number" });
  await expect(entry).toContainText(`which was ••• ••• ${phone.slice(-2)}`);
  await expect(entry).toContainText("The applicant asked over the phone: Called at noon, gave the ZIP code");
  await expect(entry).not.toContainText(phone);
  await expect(right).toHaveValue("");
  await expect(main).toContainText("Notice of a correction to the applicant");

  const entered = `${fullName.replace(/\W/g, ".")}@example.com`;
  const unconfirmed = page.getByText("The applicant has not confirmed this email yet");
  await expect(unconfirmed).toHaveCount(0);
  await page.getByRole("textbox", { name: "Right email" }).fill(entered);
  await choose(page, "Why you are correcting it", "The applicant asked over the phone");
  await page.getByRole("textbox", { name: "How you know" }).fill("Called at noon, gave the ZIP code");
  await page.getByRole("button", { name: "Correct it" }).press("Enter");
  await expect(unconfirmed).toBeVisible();

  await page.goto(`/es/results?ref=${ref}`);
  const question = page.getByRole("heading", { name: es("Is this your email?") });
  await expect(question).toBeVisible();
  await expect(page.getByRole("main")).toContainText(entered);
  await expectAccessible(page);
  await page.getByRole("button", { name: es("Yes, this is my email") }).press("Enter");
  await expect(question).toHaveCount(0);
  await expect(page.locator("#main")).toBeFocused();

  await page.goto(`/desk/case/${id}`);
  await expect(page.getByRole("listitem").filter({ hasText: "is their address" })).toBeVisible();
  await expect(unconfirmed).toHaveCount(0);
});
