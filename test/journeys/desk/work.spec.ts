import type { Page } from "@playwright/test";
import { hydrated } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { applicant, choose, enter, unfold } from "../desk.ts";
import { ownWord } from "../own.ts";
import { expect, test } from "../test.ts";

/** The polite announcement at the desk. */
function said(page: Page) {
  return page
    .getByRole("main")
    .getByRole("status")
    .filter({ has: page.locator("span") });
}

test("from claim to approved focus follows the work, and nothing is lost", async ({ page }) => {
  const { id, fullName } = await applicant(page);
  await enter(page, "demo-specialist");
  await expect(page.getByRole("banner").getByRole("navigation", { name: "Desk" })).toBeVisible();
  await expect(page.getByRole("main")).toHaveCount(1);
  await page.goto(`/desk/case/${id}`);
  await hydrated(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to the main content" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("main")).toBeFocused();
  const status = page.getByLabel("Next status");

  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(page.locator("#next-step, #standing").last()).toBeFocused();
  await expect(said(page)).toHaveText("You work on this application now.");

  await choose(page, "Next status", "Contacted");
  await page.getByRole("button", { name: "Change status" }).press("Enter");
  await expect(page.getByRole("button", { name: "Send to..." })).toBeFocused();
  await expect(status).toHaveValue("");
  await expect(said(page)).toHaveText("The status is now: Contacted.");

  const note = page.getByLabel("Note", { exact: true });
  await note.fill("Prefers mornings, works at night");
  await page.context().clearCookies();
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "Please sign in again" });
  await dialog.getByLabel("Username").fill("demo-specialist");
  await dialog.getByLabel("Password").fill("bluebonnet-demo");
  await dialog.getByRole("button", { name: "Sign in" }).press("Enter");
  await expect(dialog).toBeHidden();
  await expect(note).toHaveValue("Prefers mornings, works at night");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(note).toBeFocused();
  await expect(note).toHaveValue("");
  await expect(said(page)).toHaveText("The note is in the timeline.");

  await unfold(page, "Owner");
  await page.getByRole("button", { name: "Give back to the queue" }).press("Enter");
  await expect(page.getByRole("button", { name: "Claim" })).toBeFocused();
  await expect(said(page)).toHaveText("Given back to the queue.");

  await page.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(page.getByRole("button", { name: "Send to..." })).toBeFocused();
  for (const next of ["Documents requested", "With a lender", "Introduced"]) {
    await choose(page, "Next status", next);
    await page.getByRole("button", { name: "Change status" }).press("Enter");
    await expect(page.getByText(new RegExp(`(to|→) ${next.toLowerCase()}`))).toBeVisible();
  }
  await choose(page, "Next status", "Approved");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await choose(page, "How did it end?", "A lender approved within 30 days of the application");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(page.getByText("Closing as approved.")).toBeHidden();
  await expect(page.locator("#next-step, #standing").last()).toBeFocused();
  await choose(page, "Next status", "Approved");
  await choose(page, "How did it end?", "A lender approved within 30 days of the application");
  await page.getByRole("button", { name: "Close application" }).press("Enter");
  await expect(page.getByText("Closing as approved.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Undo" })).toBeFocused();
  await page.goto("/desk/queue?show=approved");
  await expect(page.getByRole("link", { name: fullName })).toBeVisible();
});

test("who takes a message is led to its reply", async ({ page }) => {
  const name = `Writer ${ownWord()}`;
  await page.request.post("/api/contact", { data: { name, message: "Are you open now?", replyTo: "a@example.com" } });
  await enter(page, "demo-specialist", "/desk/messages");
  const card = page.getByRole("listitem").filter({ hasText: name });
  const reply = page.getByLabel("Reply by email to a@example.com");
  const shown = page.getByRole("group", { name: "Show" }).getByRole("button", { pressed: true });
  await expect(shown).toHaveText(/^New \(\d+( or more)?\)$/);

  await card.getByRole("button", { name }).press("Enter");
  await card.getByRole("button", { name: "Claim" }).press("Enter");
  await expect(said(page)).toHaveText(`You work on the message of ${name} now. It is now under In progress.`);
  await expect(shown).toHaveText(/^In progress \(\d+\)$/);
  await expect(reply).toBeFocused();
  await expectAccessible(page);

  await reply.fill("Yes, until 8 PM.");
  await card.getByRole("button", { name: "Send reply" }).press("Enter");
  await expect(said(page)).toHaveText(`The reply to ${name} is on its way. It is now under Answered.`);
  await expect(page.getByText(`The message of ${name} is now under Answered.`)).toBeFocused();
  await expect(card).toHaveCount(0);

  await page.getByRole("button", { name: "Answered" }).press("Enter");
  await card.getByRole("button", { name }).press("Enter");
  await expect(card.getByText("Yes, until 8 PM.")).toBeVisible();
  await card.getByRole("button", { name: "Close" }).press("Enter");
  await expect(page.getByText(`The message of ${name} is now under Closed.`)).toBeFocused();
});
