import type { Page } from "@playwright/test";
import { choose, consent, open, press, resume } from "./applicant.ts";
import { expect, test } from "./test.ts";

/** What was wrong is no longer said once it is right, and nothing else is said before the next attempt. */

const summary = (page: Page) => page.getByRole("alert", { name: "There is a problem" });
const problems = (page: Page) => summary(page).getByRole("link");

test("a mended field of a step loses its message and its line on top, while focus stays in it", async ({ page }) => {
  await open(page, "/apply/contact");
  await page.getByLabel("City").fill("Austin");
  await press(page, "Continue to Employment");
  await expect(problems(page)).toHaveText([
    "Full name is required",
    "Valid phone number is required",
    "Valid email is required",
    "Valid ZIP code is required",
  ]);
  await expect(summary(page)).toBeFocused();
  const fullName = page.getByLabel("Full Name");
  await fullName.pressSequentially("M");
  await expect(fullName).toHaveAttribute("aria-invalid", "true");
  await fullName.pressSequentially("a");
  await expect(fullName).not.toHaveAttribute("aria-invalid");
  await expect(fullName).toHaveAccessibleDescription("As it appears on your ID");
  await expect(fullName).toBeFocused();
  await expect(problems(page)).toHaveCount(3);
  await expect(page).toHaveTitle(/^Error: /);

  // Nothing new is said while typing, not even about a value that was right before.
  await page.getByLabel("City").fill("");
  await fullName.fill("M");
  await expect(problems(page)).toHaveCount(3);

  await fullName.fill("Maria Lopez");
  await page.getByLabel("Phone Number").pressSequentially("210 555 0123");
  await page.getByLabel("Email Address").pressSequentially("maria@example.com");
  await page.getByLabel("ZIP Code").pressSequentially("78205");
  await expect(page.getByLabel("ZIP Code")).toBeFocused();
  await expect(summary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);

  await press(page, "Continue to Employment");
  await expect(problems(page)).toHaveText(["City is required"]);
  await expect(summary(page)).toBeFocused();
});

test("a choice made mends its question, and a question no longer asked has no line on top", async ({ page }) => {
  await open(page, "/apply/residence");
  await press(page, "Continue");
  await expect(problems(page)).toHaveText(["Housing type is required"]);
  await expect(summary(page)).toBeFocused();
  await choose(page, "Housing Type", "Rent");
  await expect(summary(page)).toHaveCount(0);
  await page.getByRole("textbox", { name: "Rent" }).fill("-5");
  await press(page, "Continue");
  await expect(problems(page)).toHaveText(["Enter a monthly amount of $0 or more"]);
  await expect(summary(page)).toBeFocused();
  await choose(page, "Housing Type", "Other");
  await expect(summary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
});

test("a consent that is ticked is no longer asked for", async ({ page }) => {
  await resume(page, "/apply/review");
  await press(page, "Submit Application");
  await expect(problems(page)).toHaveCount(3);
  await expect(summary(page)).toBeFocused();
  const accuracy = page.getByRole("checkbox", { name: /^Accuracy/ });
  await accuracy.press("Space");
  await expect(accuracy).toBeFocused();
  await expect(accuracy).not.toHaveAttribute("aria-invalid");
  await expect(problems(page)).toHaveText([
    "You must consent to receive communications",
    "You must consent to electronic disclosures",
  ]);
  await accuracy.press("Space");
  await expect(problems(page)).toHaveCount(2);
  await consent(page);
  await expect(summary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
});

test("the contact form says no longer what was mended", async ({ page }) => {
  await open(page, "/contact");
  await press(page, "Send Message");
  await expect(problems(page)).toHaveText(["Name is required", "Please tell us what you need"]);
  await expect(summary(page)).toBeFocused();
  const name = page.getByRole("textbox", { name: "Name" });
  await name.pressSequentially("Ma");
  await expect(problems(page)).toHaveText(["Please tell us what you need"]);
  await expect(name).toBeFocused();
  await page.getByRole("textbox", { name: "Message" }).pressSequentially("Ten or more characters");
  await expect(summary(page)).toHaveCount(0);
  await expect(page).not.toHaveTitle(/^Error: /);
  await expect(page.getByRole("textbox", { name: "Message" })).toBeFocused();
});

test("the newsletter's message goes once the address is one", async ({ page }) => {
  await open(page, "/blog");
  const box = page.getByLabel("Email");
  await box.fill("reader@");
  await press(page, "Subscribe");
  await expect(box).toHaveAccessibleDescription("Valid email is required");
  await box.pressSequentially("example.com");
  await expect(box).not.toHaveAttribute("aria-invalid");
  await expect(box).toBeFocused();
});
