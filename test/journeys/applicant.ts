import { expect, type Locator, type Page } from "@playwright/test";
import { exampleApplication } from "../examples.ts";

/** What applicants do, by keyboard and in their words. */

/** Opens an address and waits until its script runs: on a page that is filled in React has then taken over. */
export async function open(page: Page, path: string) {
  await page.goto(path);
  await hydrated(page);
}

/** All of the page is laid out, by its script; React, where it comes at once, has then taken over. */
export async function hydrated(page: Page) {
  await page.locator("html.laid-out").waitFor({ state: "attached" });
}

/** On a page that is read: points at a form and waits until React has taken the page over. */
export async function pointAt(page: Page, form: Locator) {
  const takeover = page.evaluate(() => new Promise<void>((resolve) => addEventListener("takeover", () => resolve())));
  await form.hover();
  await takeover;
}

export async function type(page: Page, label: string, text: string) {
  await page.getByRole("textbox", { name: label, exact: true }).pressSequentially(text);
}

/** A duration's two boxes. */
export async function typeTime(page: Page, question: string, years: string, months: string) {
  const group = page.getByRole("group", { name: question, exact: true });
  await group.getByLabel("years").pressSequentially(years);
  await group.getByLabel("months").pressSequentially(months);
}

export async function choose(page: Page, question: string, answer: string) {
  const group = page.getByRole("group", { name: question });
  await group.getByRole("radio", { name: answer, exact: true }).press("Space");
}

export async function press(page: Page, button: string) {
  await page.getByRole("button", { name: button, exact: true }).press("Enter");
}

export function heading(page: Page) {
  return page.getByRole("heading", { level: 1 });
}

/** The one toast that is shown. It stays for five seconds only, so look for it first. */
export function toast(page: Page) {
  return page.getByRole("region", { name: "Notifications (F8)" }).getByRole("listitem");
}

export async function answerContact(page: Page) {
  await type(page, "Full Name", "Maria Lopez");
  await type(page, "Phone Number", "210 555 0123");
  await type(page, "Email Address", "maria@example.com");
  await type(page, "City", "San Antonio");
  await type(page, "ZIP Code", "78205");
  await page.getByLabel("Birth Year (optional)").selectOption("1990");
  await press(page, "Continue to Employment");
  await expect(heading(page)).toHaveText("Employment");
}

export async function answerEmployment(page: Page) {
  await choose(page, "Employment Type", "W-2");
  await typeTime(page, "Time on Current Job", "2", "3");
  await typeTime(page, "Time on Previous Job", "4", "0");
  await type(page, "Gross Monthly Income", "$4,200");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Residence");
}

export async function answerResidence(page: Page) {
  await typeTime(page, "Time at Current Residence", "1", "1");
  await typeTime(page, "Time at Previous Residence", "0", "11");
  await choose(page, "Housing Type", "Rent");
  await type(page, "Rent", "1100");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Banking & Credit");
}

export async function answerBanking(page: Page) {
  await choose(page, "Account Type", "Checking");
  await type(page, "Bank Name (optional)", "Frost Bank");
  await choose(page, "Bankruptcy Status", "No");
  await choose(page, "ID Type", "TX DL");
  await press(page, "Continue");
  await expect(heading(page)).toHaveText("Auto History & Down Payment");
}

export async function answerDownPayment(page: Page) {
  await choose(page, "Auto Finance History", "Currently Paying");
  await type(page, "Current Finance Company (optional)", "Capital One");
  await choose(page, "Title Holder", "My Name");
  await type(page, "Cash Down Payment", "1,500");
  await choose(page, "When is the down payment available?", "Today");
  await choose(page, "Purchase Timeline", "Within 1–2 Weeks");
  await press(page, "Review Application");
  await expect(heading(page)).toHaveText("Review Your Application");
}

/** From nothing to the review. */
export async function answerEverything(page: Page) {
  await open(page, "/apply/contact");
  await answerContact(page);
  await answerEmployment(page);
  await answerResidence(page);
  await answerBanking(page);
  await answerDownPayment(page);
}

/** Opens a page in a tab that holds a complete application, with these changes. */
export async function resume(
  page: Page,
  path: string,
  typed: Record<string, string> = {},
  changes: Parameters<typeof exampleApplication>[0] = {},
) {
  const draft = { answers: exampleApplication({ birthYear: 1990, ...changes }), typed, until: Number.MAX_SAFE_INTEGER };
  await page.goto(path);
  await page.evaluate((stored) => sessionStorage.setItem("application", stored), JSON.stringify(draft));
  await page.reload();
  await hydrated(page);
}

export async function consent(page: Page) {
  for (const name of [/^Calls/, /^Electronic/, /^Accuracy/]) {
    const box = page.getByRole("checkbox", { name });
    if (!(await box.isChecked())) await box.press("Space");
  }
}
