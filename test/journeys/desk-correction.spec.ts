import { expectAccessible } from "./axe.ts";
import { applicant, choose, enter } from "./desk.ts";
import { expect, test } from "./test.ts";

test("a specialist corrects a phone number that the applicant asked about, and the timeline hides the old one", async ({
  page,
}) => {
  const { id, phone } = await applicant(page);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  const main = page.getByRole("main");
  await page.getByText("Correct the phone number or email", { exact: true }).press("Enter");
  await expect(main).toContainText("Claim this application first.");
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  const right = page.getByRole("textbox", { name: "Right phone number" });
  await expect(right).toBeVisible();
  // Nothing has bounced, so only the applicant's own wish is a reason.
  await expect(page.getByRole("combobox", { name: "Why you are correcting it" }).getByRole("option")).toHaveText([
    "Choose",
    "The applicant asked on the phone",
  ]);
  await page.getByRole("button", { name: "Correct it" }).press("Enter");
  await expect(page.getByRole("alert")).toHaveText("Choose a reason from the list");
  await right.fill("512 555 0144");
  await choose(page, "Why you are correcting it", "The applicant asked on the phone");
  await page.getByRole("textbox", { name: "How you know" }).fill("Called at noon, gave the ZIP code");
  await expectAccessible(page);
  await page.getByRole("button", { name: "Correct it" }).press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "Corrected." })).toBeAttached();
  const entry = page.getByRole("listitem").filter({ hasText: "corrected the phone number" });
  await expect(entry).toContainText(`which was ••• ••• ${phone.slice(-2)}`);
  await expect(entry).toContainText("The applicant asked on the phone: Called at noon, gave the ZIP code");
  await expect(entry).not.toContainText(phone);
  await expect(right).toHaveValue("");
  await expect(main).toContainText("Notice of a correction to the applicant");
});
