import type { Page } from "@playwright/test";
import { heading, open } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter, unfold } from "../../desk.ts";
import { expect, test } from "../../test.ts";

const said = (page: Page) => page.getByRole("status").filter({ has: page.locator("span") });

test("one person's applications are merged and split, and /results says so", async ({ page }) => {
  const first = await applicant(page);
  const { ref, id, fullName } = await applicant(page, { phone: first.phone });
  await page.setViewportSize({ width: 390, height: 844 });
  await enter(page, "demo-specialist", `/desk/case/${first.id}`);
  await unfold(page, "Same person?");
  await expect(page.getByText("Same phone.")).toBeVisible();
  const merge = page.getByRole("button", { name: `Merge into this one: ${fullName}` });
  await expect(merge).toHaveCount(0);
  const claim = page.getByRole("button", { name: "Claim", exact: true });
  await claim.press("Enter");
  await expect(page.getByText("Claim the other application first.")).toBeVisible();
  await expect(merge).toHaveCount(0);

  await page.goto(`/desk/case/${id}`);
  await claim.press("Enter");
  await page.getByLabel("Note", { exact: true }).fill("Wrote twice");
  await page.getByRole("button", { name: "Add note" }).press("Enter");
  await expect(page.getByText("noted: Wrote twice")).toBeVisible();

  await page.goto(`/desk/case/${first.id}`);
  await unfold(page, "Same person?");
  await expect(page.getByText("Same phone.")).toBeVisible();
  await merge.press("Enter");
  await expect(said(page)).toHaveText("Merged. This application goes on for both.");
  await expect(page.getByRole("heading", { name: "Same person?" })).toBeFocused();
  await expect(page.getByText("noted: Wrote twice")).toBeVisible();
  await unfold(page, "Everything else");
  await expect(page.getByRole("heading", { name: /^Consent record of BAP-/ })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole("link", { name: /^BAP-/ }).press("Enter");
  await expect(heading(page)).toHaveText(fullName);
  await expect(page.getByText("This application goes on as")).toBeVisible();
  await expect(page.locator(".case-bar")).toContainText(/Duplicate.*No lender decided/);
  const card = page.locator("#status");
  await open(page, `/results?ref=${ref}`);
  await expect(card).toContainText(/working on that one instead\. It came in on \w+ \d+, \d{4} at/);
  await expect(page.locator("main")).not.toContainText(first.ref);

  await page.goto(`/desk/case/${first.id}`);
  await unfold(page, "Same person?");
  await page.getByRole("button", { name: /^Undo the merge: BAP-/ }).press("Enter");
  await expect(said(page)).toHaveText("Split. Each application goes on by itself.");
  await expect(page.getByRole("heading", { name: "Same person?" })).toBeFocused();
  await expect(page.getByText("noted: Wrote twice")).toHaveCount(0);
  await open(page, `/results?ref=${ref}`);
  await expect(card).toContainText(/We’ll call you by \w+day, 8\sPM Central/);
});
