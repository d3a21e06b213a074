import type { Page } from "@playwright/test";
import { heading, open } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter, unfold } from "../../desk.ts";
import { expect, test } from "../../test.ts";

/** Applicants read what staff record of a stop. */

const DUE_BY = /Due (today by|by \w{3}) 8 PM/;

function press(page: Page, name: string) {
  return page.getByRole("button", { name, exact: true }).press("Enter");
}

async function results(page: Page, ref: string) {
  await open(page, `/results?ref=${ref}`);
  const card = page.locator("#status");
  await expect(card).toBeVisible();
  return card;
}

test("a stop that a specialist records is undone by the applicant alone", async ({ page }) => {
  const { ref, id, fullName, phone } = await applicant(page);
  await enter(page, "demo-specialist", `/desk/case/${id}`);
  await expect(page.getByText(DUE_BY)).toBeVisible();
  await unfold(page, "Did they ask us to stop?");
  await press(page, "Stop: asked by email");
  await expect(page.getByText("Only the applicant can undo this")).toBeVisible();
  await expect(page.getByText("recorded that the applicant asked us to stop, by email")).toBeVisible();
  await expect(page.getByText(DUE_BY)).toHaveCount(0);
  await expect(page.getByText(phone)).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Send to..." })).toHaveCount(0);
  await page.goto("/desk/queue");
  await page.getByLabel("Name, phone, email, reference or application number").fill(fullName);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("row", { name: fullName })).toContainText("Do not contact");

  const card = await results(page, ref);
  await expect(card).toContainText("Nobody on our team will call or write to you about this application");
  await expect(page.getByText(/You.ll hear from us|We’ll call you/)).toHaveCount(0);
  await page.getByRole("link", { name: "Contact me again" }).press("Enter");
  const box = page.getByRole("checkbox", { name: /hear from .* again/ });
  await expect(box).not.toBeChecked();
  await press(page, "Contact me again");
  await expect(page.getByText("Please check the box if we may contact you again")).toBeVisible();
  await expect(box).toBeFocused();
  await expectAccessible(page);
  await box.press("Space");
  await press(page, "Contact me again");
  await expect(card).toContainText(/We’ll call you by \w+day, 8\sPM Central/);
  await expect(page.getByRole("button", { name: "Stop contacting me" })).toBeVisible();
  await expect(heading(page), "what has changed is in sight").toBeInViewport();
  await page.goto(`/desk/case/${id}`);
  await expect(page.getByText("agreed to be contacted again about this application")).toBeVisible();
  await expect(page.getByText(DUE_BY)).toBeVisible();
});
