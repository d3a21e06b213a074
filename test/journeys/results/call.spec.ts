import type { Page } from "@playwright/test";
import { consent, heading, press, resume } from "../applicant.ts";
import { expectAccessible } from "../axe.ts";
import { ownPhone } from "../own.ts";
import { expect, test } from "../test.ts";

/** A call at a time that suits the applicant, on a phone. */
test.use({ viewport: { width: 360, height: 740 } });

function card(page: Page) {
  return page.locator("#call");
}

/** Chooses a time by its place on the second day, which has all its hours. Returns its words. */
async function pick(page: Page, place: number) {
  await card(page).getByRole("combobox", { name: "Day" }).selectOption({ index: 1 });
  const time = card(page).getByRole("radio").nth(place);
  await time.press("Space");
  await expect(time).toBeChecked();
  return time.evaluate((radio: HTMLInputElement) => radio.labels?.[0]?.textContent ?? "");
}

test("an applicant books, cancels and moves a call by keyboard", async ({ page }) => {
  await resume(page, "/apply/review", {}, { phone: ownPhone(), zip: "79936" });
  await consent(page);
  await press(page, "Submit Application");
  const said = card(page).getByRole("status");
  await expect(card(page).getByRole("button")).toHaveText(["Choose a time"]);
  await page.reload();
  await press(page, "Choose a time");
  await expect(card(page).getByRole("group", { name: /^Time \(Mountain Time\)$/ })).toBeVisible();
  await expectAccessible(page);
  await expectTargets(page);
  const time = await pick(page, 2);
  await press(page, "Book this time");
  await expect(said).toContainText(/We’ll call you on \w+, \w+ \d+, between/);
  await expect(said).toContainText(`between ${time} and`);
  await expect(card(page)).toBeFocused();
  await expectTargets(page);
  await press(page, "Cancel the call");
  await expect(card(page).getByRole("button")).toHaveText(["Choose a time"]);
  await expect(card(page)).toBeFocused();

  await page.getByRole("link", { name: "See your results" }).press("Enter");
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  await press(page, "Choose a time");
  const first = await pick(page, 0);
  await press(page, "Book this time");
  await expect(said).toContainText(`between ${first} and`);
  await expect(page.locator("#status").getByText(`between ${first} and`), "seen without scrolling").toBeInViewport();
  await expect(said).toContainText("Mountain Time");
  await press(page, "Move the call");
  await press(page, "As soon as possible");
  await expect(said).toContainText("We’ll call you as soon as possible");
  await page.reload();
  await expect(said).toContainText("We’ll call you as soon as possible");
  await expectAccessible(page);
});

/** Everything that can be pressed in the card is at least 44 pixels high. */
async function expectTargets(page: Page) {
  const targets = card(page).locator("button, select, label:has(input)");
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    expect(box?.height, (await target.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
}
