import { answerStep, choose, open, press, type } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("an address that looks mistyped is put right with one press, which is remembered like typing", async ({
  page,
}) => {
  await open(page, "/apply/contact");
  const email = page.getByLabel("Email Address");
  await email.pressSequentially("maria@gmial.com");
  await email.press("Tab");
  const suggestion = page.getByRole("button", { name: "Did you mean maria@gmail.com?" });
  await expect(suggestion).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press("Shift+Tab");
  await expect(suggestion).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(email).toHaveValue("maria@gmail.com");
  await expect(email).toBeFocused();
  await expect(page.getByText("Did you mean")).toHaveCount(0);
  await page.reload();
  await expect(email).toHaveValue("maria@gmail.com");
});

test("a remark on the last box takes no press away: Continue goes on, however long it is held", async ({ page }) => {
  await open(page, "/apply/contact");
  await answerStep(page, "contact");
  await page.goBack();
  const remark = page.getByText("We work with Texas buyers");
  const toContinue = page.getByRole("button", { name: "Continue to Employment" });
  await page.getByLabel("ZIP Code").fill("90210");
  await toContinue.scrollIntoViewIfNeeded();
  await toContinue.hover();
  await page.mouse.down();
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await expect(remark).toHaveCount(0);
  await page.mouse.up();
  await expect(page).toHaveURL("/apply/employment");
});

test("a press that ends elsewhere shows the remark then", async ({ page }) => {
  await open(page, "/apply/contact");
  await type(page, "ZIP Code", "90210");
  await page.getByRole("heading", { level: 1 }).hover();
  await page.mouse.down();
  await page.mouse.move(5, 300);
  await page.mouse.up();
  await expect(page.getByText("We work with Texas buyers")).toBeVisible();
});

test("eight digits are said to be eight", async ({ page }) => {
  await open(page, "/apply/contact");
  const phone = page.getByLabel("Phone Number");
  await phone.pressSequentially("210-555-01 ");
  await phone.press("Tab");
  await expect(page.getByText("That has 8 digits. A US number has 10.")).toBeVisible();
  await phone.fill("210 555 0123");
  await phone.press("Tab");
  await expect(page.getByText("That has")).toHaveCount(0);
});

test("an income that looks hourly is asked about, what is no number is said to be none, and neither blocks", async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, "/apply/employment");
  await choose(page, "Employment Type", "Other");
  const years = page.locator("[name=timeOnCurrentJobYears]");
  await years.pressSequentially("two");
  await years.press("Tab");
  await expect(page.getByText("'two' isn't a number, so we'll record 0")).toBeVisible();
  const income = page.getByLabel("Gross Monthly Income");
  await type(page, "Gross Monthly Income", "abc");
  await expect(page.getByText("isn't a number")).toHaveCount(1);
  await income.press("Tab");
  await expect(page.getByText("'abc' isn't a number, so we'll record $0")).toBeVisible();
  await income.fill("18");
  await expect(page.getByText("Is that by the hour?")).toHaveCount(0);
  // Nothing moves away from under a press.
  const place = await page.getByRole("button", { name: "Continue" }).boundingBox();
  await income.press("Tab");
  await expect(page.getByText("$18 a month. Is that by the hour?")).toBeVisible();
  expect(await page.getByRole("button", { name: "Continue" }).boundingBox()).toEqual(place);
  await expectAccessible(page);
  await press(page, "Continue");
  await expect(page).toHaveURL("/apply/residence");
});
