import type { Page } from "@playwright/test";
import { expectAccessible } from "../../axe.ts";
import { enter } from "../../desk.ts";
import { ownPhone, ownWord } from "../../own.ts";
import { expect, test } from "../../test.ts";

/** A member takes an application on the phone, with the keyboard alone where that matters. */

async function answer(page: Page, name: string) {
  const main = page.getByRole("main");
  const choose = (group: string, text: string) =>
    main.getByRole("group", { name: group }).getByLabel(text, { exact: true }).check();
  await main.getByLabel("Full Name").fill(name);
  await main.getByLabel("Phone Number").fill(ownPhone());
  await main.getByLabel("Email Address").fill(`${ownWord()}@example.com`);
  await main.getByLabel("City").fill("San Antonio");
  await main.getByLabel("ZIP Code").fill("78205");
  await choose("Employment Type", "W-2");
  await main.getByRole("group", { name: "Time on Current Job" }).getByLabel("years").fill("4");
  await main.getByLabel("Gross Monthly Income").fill("about 2 grand");
  await page.getByRole("button", { name: "Did you mean $2,000?" }).press("Enter");
  await expect(main.getByLabel("Gross Monthly Income")).toHaveValue("2000");
  await main.getByRole("group", { name: "Time at Current Residence" }).getByLabel("years").fill("5");
  await choose("Housing Type", "Live with Family/Friend");
  await choose("Bankruptcy Status", "No");
  await choose("ID Type", "TX DL");
  await choose("Auto Finance History", "Paid Off");
  await choose("Title Holder", "My Name");
  await main.getByLabel("Cash Down Payment").fill("500");
  await choose("When is the down payment available?", "Today");
  await choose("Purchase Timeline", "Immediately");
}

test("an application taken by phone becomes the case of who typed it", async ({ page }) => {
  const fullName = `Person ${ownWord()}`;
  await enter(page, "demo-specialist", "/desk/intake");
  await answer(page, fullName);
  const store = page.getByRole("button", { name: "Store the application" });
  await store.press("Enter");
  await expect(page.getByRole("status").filter({ hasText: "6 answers are missing or wrong." })).toBeVisible();
  const account = page.getByRole("group", { name: "Do you have an active bank account?" });
  await expect(account.getByLabel("Yes")).toBeFocused();
  await page.keyboard.press("Space");
  for (const question of ["Repossession in the last 12 months?", "Are you behind on a mortgage?"]) {
    await page.getByRole("group", { name: question }).getByLabel("No").check();
  }
  await store.press("Enter");
  await expect(page.getByText("Ask whether we may call, and choose yes or no")).toBeVisible();
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByLabel("Full Name")).toHaveValue(fullName);
  await expect(page.getByRole("group", { name: "Accuracy" })).toBeVisible();
  await page.getByRole("group", { name: "Language of the call" }).getByLabel("Spanish").check();
  await page.getByRole("group", { name: "Llamadas" }).getByLabel("No", { exact: true }).check();
  for (const title of ["Correo electrónico y registros electrónicos", "Exactitud"]) {
    await page.getByRole("group", { name: title }).getByLabel("Yes").check();
  }
  await store.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText(fullName);
  await expect(page.getByText("Spanish").first()).toBeVisible();
  await expect(page.getByText("took the application by phone")).toBeVisible();
  await expect(page.getByText("The applicant did not agree to calls.").first()).toBeVisible();
  expect(await page.evaluate(() => JSON.stringify(sessionStorage)), "left in the tab").not.toContain(fullName);
});
