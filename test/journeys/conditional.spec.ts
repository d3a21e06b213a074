import { choose, consent, heading, open, press, resume, type, typeTime } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("the previous job is asked up to 35 months in the current one, and no longer at 36", async ({ page }) => {
  await open(page, "/apply/employment");
  const previous = page.getByRole("group", { name: "Time on Previous Job" });
  await expect(previous).toBeVisible();
  await typeTime(page, "Time on Current Job", "2", "11");
  await expect(previous).toBeVisible();
  await page.locator("[name=timeOnCurrentJobYears]").fill("3");
  await page.locator("[name=timeOnCurrentJobMonths]").fill("0");
  await expect(previous).toHaveCount(0);
  await expectAccessible(page);
  await page.locator("[name=timeOnCurrentJobYears]").fill("");
  await expect(previous).toBeVisible();
});

test("whatever the income, time on a job may be answered, and the page says that benefits need none", async ({
  page,
}) => {
  await open(page, "/apply/employment");
  for (const kind of ["Unemployed/Benefits", "Other", "W-2", "Self-Employed/1099"]) {
    await choose(page, "Employment Type", kind);
    const years = page.locator("[name=timeOnCurrentJobYears]");
    await expect(years).toHaveAccessibleDescription(/With benefits or a pension, leave it blank/);
    await expect(page.getByRole("group", { name: "Time on Previous Job" })).toBeVisible();
  }
});

test("the previous residence is asked up to 35 months in the current one, and no longer at 36", async ({ page }) => {
  await open(page, "/apply/residence");
  const previous = page.getByRole("group", { name: "Time at Previous Residence" });
  await expect(previous).toBeVisible();
  await typeTime(page, "Time at Current Residence", "2", "11");
  await expect(previous).toBeVisible();
  await page.locator("[name=timeAtCurrentResidenceMonths]").fill("");
  await page.locator("[name=timeAtCurrentResidenceYears]").fill("3");
  await expect(previous).toHaveCount(0);
});

test("the monthly amount is asked of tenants as rent and of owners as mortgage", async ({ page }) => {
  await open(page, "/apply/residence");
  const amount = page.locator("[name=monthlyRentMortgage]");
  await expect(amount).toHaveCount(0);
  await choose(page, "Housing Type", "Rent");
  await expect(amount).toHaveAccessibleName("Rent");
  await choose(page, "Housing Type", "Own/Mortgage");
  await expect(amount).toHaveAccessibleName("Mortgage");
  await expectAccessible(page);
  await choose(page, "Housing Type", "Live with Family/Friend");
  await expect(amount).toHaveCount(0);
  await choose(page, "Housing Type", "Other");
  await expect(amount).toHaveCount(0);
});

test("account type and bank name are asked only with an active bank account", async ({ page }) => {
  await open(page, "/apply/banking-credit");
  await expect(page.locator("[name=hasActiveBank][value=true]")).toBeChecked();
  await expect(page.locator("[name=repoLast12Months][value=false]")).toBeChecked();
  await expect(page.locator("[name=mortgageDelinquent][value=false]")).toBeChecked();
  await expect(page.getByRole("group", { name: "Account Type" })).toBeVisible();
  await expect(page.getByLabel("Bank Name")).toBeVisible();
  await choose(page, "Do you have an active bank account?", "No");
  await expect(page.getByRole("group", { name: "Account Type" })).toHaveCount(0);
  await expect(page.getByLabel("Bank Name")).toHaveCount(0);
  await expectAccessible(page);
});

test("the finance company is asked only of those who are paying on a car", async ({ page }) => {
  await open(page, "/apply/downpayment");
  const company = page.getByLabel("Current Finance Company");
  await expect(company).toHaveCount(0);
  await choose(page, "Auto Finance History", "Currently Paying");
  await expect(company).toBeVisible();
  for (const history of ["Paid Off", "Repo—Voluntary", "Repo—Involuntary", "No Auto Loan History"]) {
    await choose(page, "Auto Finance History", history);
    await expect(company).toHaveCount(0);
  }
});

test("an answer to a question that is no longer asked is neither reviewed nor sent, and returns with its question", async ({
  page,
}) => {
  await resume(page, "/apply/review");
  for (const answered of ["Time on Previous Job", "Time at Previous Residence", "Rent", "Bank Name"]) {
    await expect(page.getByRole("term").getByText(answered, { exact: true })).toBeVisible();
  }
  await page.getByRole("link", { name: "Edit Employment" }).press("Enter");
  await page.locator("[name=timeOnCurrentJobYears]").fill("10");
  await press(page, "Continue");
  await page.locator("[name=timeAtCurrentResidenceYears]").fill("10");
  await choose(page, "Housing Type", "Other");
  await press(page, "Continue");
  await choose(page, "Do you have an active bank account?", "No");
  await press(page, "Continue");
  await choose(page, "Auto Finance History", "Paid Off");
  await press(page, "Review Application");
  await expect(heading(page)).toHaveText("Review Your Application");
  for (const dropped of [
    "Time on Previous Job",
    "Time at Previous Residence",
    "Rent",
    "Account Type",
    "Bank Name",
    "Current Finance Company",
  ]) {
    await expect(page.getByRole("term").getByText(dropped, { exact: true })).toHaveCount(0);
  }

  await page.getByRole("link", { name: "Edit Banking & Credit" }).press("Enter");
  await choose(page, "Do you have an active bank account?", "Yes");
  await expect(page.getByLabel("Bank Name")).toHaveValue("Frost Bank");
  await choose(page, "Do you have an active bank account?", "No");
  await press(page, "Save and return to review");

  await consent(page);
  const submitted = page.waitForRequest("/api/applications/submit");
  await press(page, "Submit Application");
  const sent = (await submitted).postDataJSON();
  expect(sent).toMatchObject({ timeOnCurrentJobYears: 10, housingType: "Other", hasActiveBank: false });
  for (const field of [
    "timeOnPreviousJobYears",
    "timeOnPreviousJobMonths",
    "timeAtPreviousResidenceYears",
    "timeAtPreviousResidenceMonths",
    "monthlyRentMortgage",
    "accountType",
    "bankName",
    "currentFinanceCompany",
  ]) {
    expect(sent).not.toHaveProperty(field);
  }
  await expect(page).toHaveURL("/thank-you");
});

test("a rent typed before the housing type changes to a mortgage stays as the amount", async ({ page }) => {
  await open(page, "/apply/residence");
  await choose(page, "Housing Type", "Rent");
  await type(page, "Rent", "900");
  await choose(page, "Housing Type", "Own/Mortgage");
  await expect(page.getByLabel("Mortgage", { exact: true })).toHaveValue("900");
});
