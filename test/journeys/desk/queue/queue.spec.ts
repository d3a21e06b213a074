import type { Page } from "@playwright/test";
import { expectAccessible } from "../../axe.ts";
import { applicant, choose, enter, openFilters } from "../../desk.ts";
import { ownWord } from "../../own.ts";
import { expectReflow } from "../../reflow.ts";
import { expect, test } from "../../test.ts";

const DESKTOP = { width: 1280, height: 800 };

/** A unique city, so that a filter finds only this test's people. */
function town() {
  return `Q${ownWord()}`;
}

const said = (page: Page) => page.getByRole("status").filter({ has: page.locator("span") });

test.use({ colorScheme: "dark" });

test("filters stand in the address, are counted, and are cleared at once", async ({ page }) => {
  const city = town();
  const near = await applicant(page, { city, zip: "78701" });
  const far = await applicant(page, { city, zip: "10001" });
  await page.setViewportSize(DESKTOP);
  await enter(page, "demo-manager");
  await openFilters(page);
  await expect(page.getByRole("combobox", { name: "Owner" }).getByRole("option")).toContainText(["demo-specialist"]);
  await page.getByLabel("City begins with").fill(city.toLowerCase().slice(0, 9));
  await page.keyboard.press("Enter");
  await expect(page.getByText("1 filter", { exact: true })).toBeVisible();
  await expect(page.getByLabel("City begins with")).toBeFocused();
  await expect(page.getByRole("link", { name: far.fullName })).toBeVisible();
  await choose(page, "Metro", "Austin");
  await expect(page.getByRole("link", { name: far.fullName })).toHaveCount(0);
  await expect(page.getByRole("link", { name: near.fullName })).toBeVisible();
  await choose(page, "Metro", "Outside Texas");
  await expect(page.getByRole("link", { name: near.fullName })).toHaveCount(0);
  await expect(page.getByRole("link", { name: far.fullName })).toBeVisible();
  await choose(page, "Forecast", "Low, 0 to 39");
  await expect(page.getByText("No applications here.")).toBeVisible();
  await expect(page).toHaveURL(
    `/desk/queue?show=waiting&metro=outside&city=${city.toLowerCase().slice(0, 9)}&band=low`,
  );
  await page.reload();
  await expect(page.getByText("3 filters")).toBeVisible();
  await openFilters(page);
  await expect(page.getByLabel("City begins with")).toHaveValue(city.toLowerCase().slice(0, 9));
  await page.getByRole("button", { name: "Clear all" }).press("Enter");
  await expect(page).toHaveURL("/desk/queue?show=waiting");
  await expect(page.getByText("Filters", { exact: true })).toBeFocused();
  await expect(page.getByLabel("City begins with")).toHaveValue("");
});

test("several are claimed by keyboard, and who was first is said", async ({ page, browser }) => {
  const city = town();
  const [first, second, third] = [
    await applicant(page, { city }),
    await applicant(page, { city }),
    await applicant(page, { city }),
  ];
  const colleague = await browser.newContext();
  await enter(await colleague.newPage(), "demo-manager");
  await enter(page, "demo-specialist", `/desk/queue?city=${city}&owner=nobody`);
  for (const { fullName } of [first, second])
    await page.getByRole("checkbox", { name: `Claim ${fullName}` }).press("Space");
  await expectAccessible(page);
  // Only the press puts it into the list.
  const pressed = Promise.withResolvers<void>();
  await page.route("**/api/desk/queue?*", async (route) => {
    await pressed.promise;
    await route.continue();
  });
  await colleague.request.post(`/api/desk/case/${second.id}/claim`, { data: {} });
  await page.getByRole("button", { name: "Claim 2" }).press("Enter");
  await expect(page.locator("#claimed")).toBeVisible();
  pressed.resolve();
  const words = `You work on ${first.fullName} now. demo-manager was first with ${second.fullName}.`;
  await expect(said(page)).toContainText(words);
  await expect(page.locator("#claimed")).toHaveText(words);
  await expect(page.locator("#claimed")).toBeFocused();
  await expect(page.getByRole("link", { name: second.fullName })).toHaveCount(0);
  await expect(page.getByRole("link", { name: third.fullName })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Claim \d/ })).toHaveCount(0);
  await colleague.close();
});

test("the queue is readable in every width and in large text", async ({ page }) => {
  const city = town();
  const { fullName } = await applicant(page, {
    city,
    bankruptcyStatus: "Open",
    repoLast12Months: true,
    zip: "10001",
  });
  await page.setViewportSize(DESKTOP);
  await enter(page, "demo-manager", `/desk/queue?city=${city}`);
  await expect(page.getByRole("link", { name: fullName })).toBeVisible();
  await page.getByRole("checkbox", { name: `Claim ${fullName}` }).press("Space");
  await expect(page.getByRole("button", { name: "Claim 1" })).toBeVisible();
  await expectReflow(page);
});
