import type { Page } from "@playwright/test";
import { exampleApplication } from "../../db/model/example.ts";
import { consent, open, press, resume } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { ownPhone, ownWord } from "./own.ts";
import { expect, test } from "./test.ts";

/** A call at a time that suits the applicant. Phones come first. */
test.use({ viewport: { width: 360, height: 740 } });

/** Sends an application and opens its results. */
async function applied(page: Page, changes: Parameters<typeof exampleApplication>[0] = {}) {
  const word = ownWord();
  const data = exampleApplication({
    phone: ownPhone(),
    email: `${word}@example.com`,
    ...changes,
  });
  const { ref } = await (await page.request.post("/api/applications/submit", { data })).json();
  return ref as string;
}

function card(page: Page) {
  return page.locator("#call");
}

/** Chooses the second day, which has all its hours, and the time with this place in its list; answers its words. */
async function pick(page: Page, place: number) {
  await card(page).getByRole("combobox", { name: "Day" }).selectOption({ index: 1 });
  const time = card(page).getByRole("radio").nth(place);
  await time.press("Space");
  await expect(time).toBeChecked();
  return time.evaluate((radio: HTMLInputElement) => radio.labels?.[0]?.textContent ?? "");
}

test("on /thank-you an applicant chooses when we call, by keyboard, and takes it back", async ({ page }) => {
  await resume(page, "/apply/review", {}, { phone: ownPhone() });
  await consent(page);
  await press(page, "Submit Application");
  await expect(card(page).getByRole("status")).toContainText("If you like, pick a time.");
  await page.reload();
  await press(page, "Choose a time");
  await expect(card(page).getByRole("group", { name: /^Time \(Central Time\)$/ })).toBeVisible();
  await expectAccessible(page);
  await expectTargets(page);

  const time = await pick(page, 2);
  await press(page, "Book this time");
  const said = card(page).getByRole("status");
  await expect(said).toContainText(/We'll call you on \w+, \w+ \d+, between/);
  await expect(said).toContainText(`between ${time} and`);
  await expect(card(page).getByRole("heading")).toBeFocused();
  await expectAccessible(page);
  await expectTargets(page);

  await press(page, "Cancel the call");
  await expect(said).toContainText("If you like, pick a time.");
  await expect(card(page).getByRole("heading")).toBeFocused();
});

test("on /results the call is moved, also to as soon as possible, and is still there when the page is opened again", async ({
  page,
}) => {
  const ref = await applied(page, { zip: "79936" });
  await open(page, `/results?ref=${ref}`);
  await press(page, "Choose a time");
  const first = await pick(page, 0);
  await press(page, "Book this time");
  const said = card(page).getByRole("status");
  await expect(said).toContainText(`between ${first} and`);
  await expect(said).toContainText("Mountain Time");

  await press(page, "Move the call");
  await press(page, "Not now");
  await expect(card(page).getByRole("heading")).toBeFocused();
  await press(page, "Move the call");
  const second = await pick(page, 1);
  await press(page, "Book this time");
  await expect(said).toContainText(`between ${second} and`);

  await press(page, "Move the call");
  await press(page, "As soon as possible");
  await expect(said).toContainText("We'll call you as soon as possible");
  await open(page, `/results?ref=${ref}`);
  await expect(said).toContainText("We'll call you as soon as possible");
  await expectAccessible(page);
});

/** Whatever can be pressed in the card is at least 44 pixels high. */
async function expectTargets(page: Page) {
  const targets = card(page).locator("button, select, label:has(input)");
  for (const target of await targets.all()) {
    const box = await target.boundingBox();
    expect(box?.height, (await target.textContent()) ?? "").toBeGreaterThanOrEqual(44);
  }
}
