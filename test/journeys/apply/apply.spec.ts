import { answerStep, consent, heading, open, press } from "../applicant.ts";
import { expect, test } from "../test.ts";

test("a visitor without browser storage applies by keyboard and is thanked", async ({ page }) => {
  await page.addInitScript(() => {
    for (const name of ["sessionStorage", "localStorage"]) {
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException("Access is denied", "SecurityError");
        },
      });
    }
  });
  await open(page, "/apply");
  await page.getByRole("link", { name: "Begin with Contact Info" }).first().press("Enter");
  await expect(page).toHaveURL("/apply/contact");
  await answerStep(page, "contact");
  await expect(page).toHaveURL("/apply/employment");
  await answerStep(page, "employment");
  await expect(page).toHaveURL("/apply/residence");
  await answerStep(page, "residence");
  await expect(page).toHaveURL("/apply/banking-credit");
  await answerStep(page, "banking-credit");
  await expect(page).toHaveURL("/apply/downpayment");
  await answerStep(page, "downpayment");
  await expect(page).toHaveURL("/apply/review");
  await consent(page);
  const submitted = page.waitForRequest("/api/applications/submit");
  await press(page, "Submit Application");

  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  await expect(page).toHaveURL("/thank-you");
  expect((await submitted).postDataJSON()).toMatchObject({
    fullName: "Maria Lopez",
    birthYear: 1990,
    timeOnCurrentJobYears: 2,
    timeOnCurrentJobMonths: 3,
    grossMonthlyIncome: 4200,
    monthlyRentMortgage: 1100,
    hasActiveBank: true,
    repoLast12Months: false,
    cashDownPayment: 1500,
    purchaseTimeline: "Within 1–2 Weeks",
    consentTexts: true,
    consentElectronic: true,
    certifyAccurate: true,
  });

  const seeResults = page.getByRole("link", { name: "See your results" });
  const results = (await seeResults.getAttribute("href")) ?? "";
  const reference = results.replace("/results?ref=", "");
  await expect(heading(page)).toHaveText("Thank You for Your Application!");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(seeResults, "on the first screen of a phone").toBeInViewport({ ratio: 1 });
  await seeResults.press("Enter");
  await expect(page).toHaveURL(`/results?ref=${reference}`);
  await expect(heading(page)).toHaveText("Application Received — We're On It");
  await expect(page.getByText("Thank you, Maria")).toBeVisible();
  await expect(page.getByText(/^AI Forecast Score: \d+\/100$/)).toBeVisible();
  const summary = page.locator("dl").filter({ hasText: "Application ID" });
  await expect(summary).toContainText("San Antonio, 78205");
  await expect(summary).toContainText("$4,200");
  await expect(summary).toContainText("Within 1–2 Weeks");
  await expect(summary).toContainText(reference);
  await expect(summary).toContainText(/Submitted\w+ \d+, \d{4} at \d+:\d\d [AP]M C[SD]T/);
});
