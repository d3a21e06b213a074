import type { Page } from "@playwright/test";
import { hydrated } from "../../applicant.ts";
import { expectAccessible } from "../../axe.ts";
import { applicant, enter } from "../../desk.ts";
import { ownWord } from "../../own.ts";
import { expect, test } from "../../test.ts";

/** Two dealers with unique names, near to and far from somebody in San Antonio. */
async function twoDealers(page: Page) {
  const word = ownWord();
  const [near, far] = [`Zoé ${word} Near`, `Zoé ${word} Far`];
  for (const [name, metro] of [
    [near, "San Antonio"],
    [far, "Houston"],
  ]) {
    const data = { name, metro, leadAddress: "leads@motors.example.com", isActive: true };
    expect((await page.request.post("/api/desk/directory/dealers", { data })).status()).toBe(201);
  }
  return { word, near, far };
}

test("the keyboard alone finds a dealer, gives a reason and notes answers", async ({ page }) => {
  const { ref, id } = await applicant(page);
  await enter(page, "demo-manager", `/desk/case/${id}`);
  await page.getByRole("button", { name: "Claim" }).press("Enter");
  const { word, near, far } = await twoDealers(page);
  await page.getByRole("button", { name: "Send to..." }).press("Enter");
  const dialog = page.getByRole("dialog");
  const box = dialog.getByRole("combobox", { name: "Lender or dealer" });
  const options = dialog.getByRole("option");
  const button = (name: string) => dialog.getByRole("button", { name, exact: true });
  await expect(box).toBeFocused();
  await box.pressSequentially(`ZOE ${word}`);
  await expect(dialog.getByText("1 fits, 1 does not fit")).toBeVisible();
  await expect(options).toHaveText([
    new RegExp(`^${near}, dealer, San AntonioFits: In San Antonio, where the applicant lives$`),
    new RegExp(`^${far}, dealer, HoustonDoes not fit: In Houston, the applicant lives in San Antonio$`),
  ]);
  await expectAccessible(page);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
  await box.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(box).toBeFocused();
  await box.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-activedescendant", (await options.first().getAttribute("id")) ?? "");
  await box.press("ArrowDown");
  await expect(box).toHaveAttribute("aria-activedescendant", (await options.last().getAttribute("id")) ?? "");
  await box.press("Enter");
  await expect(box).toHaveValue(far);

  await button("They said yes: send it now").press("Enter");
  const reason = dialog.getByLabel(`Why ${far}?`);
  await expect(reason).toBeFocused();
  await expect(dialog.getByText("Say in 3 to 300 characters why it should be this one")).toBeVisible();
  await expectAccessible(page);
  await reason.pressSequentially("She works in Houston");
  await button("They said yes: send it now").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`chose ${far}, which does not fit: She works in Houston`).first()).toBeVisible();

  await expect(page.getByText(/Lead to a dealer: sent/)).toBeAttached();
  const opens = page.getByRole("button", { name: "Record answer" });
  await opens.press("Enter");
  await page.getByRole("button", { name: `End the link of ${far}` }).press("Enter");
  await expect(page.getByText(`ended the link of ${far}`)).toBeVisible();
  const approved = page.getByRole("button", { name: `Approved, ${far}` });
  await expect(approved).toBeFocused();
  await approved.press("Enter");
  await expect(page.getByText(/Answer: approved, .*, noted by demo-manager\./)).toBeVisible();
  await expect(page.getByText(`noted the answer of ${far}: approved`)).toBeVisible();
  const close = page.getByRole("button", { name: "Close as approved" });
  await expect(close).toBeFocused();
  await close.press("Enter");
  await page.getByRole("button", { name: "Undo" }).press("Enter");
  await expect(close).toBeVisible();

  await page.getByRole("button", { name: "Send to..." }).press("Enter");

  await box.fill(near);
  await options.filter({ hasText: near }).click();
  await button("They said no over the phone").press("Enter");
  await expect(dialog).toBeHidden();
  await expect(page.getByText(`recorded the applicant’s no to ${near} over the phone`)).toBeVisible();
  await page.goto(`/results?ref=${ref}#permissions`);
  await hydrated(page);
  await expect(
    page.getByText(/Our team noted that you said no over the phone on .*\. Nothing was sent\./),
  ).toBeVisible();
});
