import { answerEverything, answerStep, choose, consent, heading, open, press, resume, type } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

test("a visitor applies with the keyboard, is thanked, and reads the application back", async ({ page }) => {
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
  const stored = await page.evaluate(() => [...Object.values(sessionStorage), ...Object.values(localStorage)].join());
  expect(stored).not.toContain("Maria");
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

  // Until the tab's own is known another one takes its room.
  await expect(page.getByRole("heading", { name: "Your reference" })).toBeVisible();
  const reference = await page
    .locator("main")
    .getByText(/^[0-9a-f-]{36}$/)
    .innerText();
  await page.getByRole("link", { name: "See your results" }).press("Enter");
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

test("the review shows every section's answers as a reader would say them", async ({ page }) => {
  await answerEverything(page);
  const answer = (question: string) => page.locator("dt", { hasText: new RegExp(`^${question}$`) }).locator("+ dd");
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(5);
  await expect(page.getByText("Incomplete")).toHaveCount(0);
  await expect(answer("Full Name")).toHaveText("Maria Lopez");
  await expect(answer("Birth Year")).toHaveText("1990");
  await expect(answer("Time on Current Job")).toHaveText("2 years 3 months");
  await expect(answer("Time at Previous Residence")).toHaveText("11 months");
  await expect(answer("Gross Monthly Income")).toHaveText("$4,200 a month");
  await expect(answer("Rent")).toHaveText("$1,100 a month");
  await expect(answer("Do you have an active bank account\\?")).toHaveText("Yes");
  await expect(answer("Are you behind on a mortgage\\?")).toHaveText("No");
  await expect(answer("Cash Down Payment")).toHaveText("$1,500");
});

test("the review without answers says what is missing and does not submit", async ({ page }) => {
  await open(page, "/apply/review");
  await expect(page.getByRole("heading", { name: "Incomplete Application" })).toBeVisible();
  await expect(page.getByText("Incomplete", { exact: true })).toHaveCount(5);
  const submit = page.getByRole("button", { name: "Submit Application" });
  await expect(submit).toBeDisabled();
  await expect(submit).toHaveAccessibleDescription(
    "To submit, first complete Contact Information, Employment, Residence, Banking & Credit, and Auto History & Down Payment.",
  );
  await expectAccessible(page);

  await page.getByText("To submit, first complete").getByRole("link", { name: "Residence" }).press("Enter");
  await expect(page).toHaveURL("/apply/residence");
});

test("one missing section keeps the application incomplete, and completing it allows the submit", async ({ page }) => {
  await open(page, "/apply/employment");
  await answerStep(page, "employment");
  await answerStep(page, "residence");
  await answerStep(page, "banking-credit");
  await answerStep(page, "downpayment");
  await expect(page.getByText("Incomplete", { exact: true })).toHaveCount(1);
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(4);
  await page.getByRole("link", { name: "Edit Contact Information" }).press("Enter");
  await answerStep(page, "contact");
  await press(page, "Save and return to review");
  await expect(page.getByText("Complete", { exact: true })).toHaveCount(5);
  await expect(page.getByRole("button", { name: "Submit Application" })).toBeEnabled();
});

for (const [path, name, policy] of [
  ["/apply/review", "Privacy Policy", "/privacy"],
  ["/apply/review", "Terms of Service", "/terms"],
  ["/apply/review", "Electronic Consent & Disclosures", "/consent"],
  ["/es/apply/review", "Política de privacidad", "/es/privacy"],
] as const) {
  test(`${path} leads to ${policy} beside the consents, and loses neither answers nor check marks`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await resume(page, path, {}, { fullName: "Rosa Diaz" });
    await page.locator("input[name=certifyAccurate]").check();
    const tab = page.waitForEvent("popup");
    await page.getByRole("main").getByRole("link", { name, exact: true }).click();
    await expect(await tab).toHaveURL(policy);
    await expect(page).toHaveURL(path);
    await expect(page.locator("input[name=certifyAccurate]")).toBeChecked();
    await expect(page.getByText("Rosa Diaz").first()).toBeVisible();
  });
}

test("consents are never ticked beforehand and are asked for on submit", async ({ page }) => {
  await resume(page, "/apply/review");
  const boxes = page.getByRole("checkbox", { name: /^(Calls|Electronic|Accuracy)/ });
  await expect(boxes).toHaveCount(3);
  for (const box of await boxes.all()) await expect(box).not.toBeChecked();
  await press(page, "Submit Application");

  const messages = {
    consentTexts: "You must consent to receive communications",
    consentElectronic: "You must consent to electronic disclosures",
    certifyAccurate: "You must certify the accuracy of your information",
  };
  const summary = page.getByRole("alert", { name: "There is a problem" });
  await expect(summary).toBeFocused();
  await expect(page).toHaveTitle(/^Error: /);
  await expectAccessible(page);
  for (const [name, message] of Object.entries(messages)) {
    const box = page.locator(`input[name=${name}]`);
    await expect(box).toHaveAccessibleDescription(message);
    await summary.getByRole("link", { name: message }).click();
    await expect(box).toBeFocused();
  }

  await page.locator("input[name=consentTexts]").press("Space");
  await press(page, "Submit Application");
  await expect(summary.getByRole("link")).toHaveText([messages.consentElectronic, messages.certifyAccurate]);
  await expect(page.locator("input[name=consentTexts]")).toBeChecked();
  await page.reload();
  await expect(page.locator("input[name=consentTexts]")).not.toBeChecked();
});

test("numbers may be typed as people write them, and the page says what is recorded", async ({ page }) => {
  await open(page, "/apply/employment");
  await type(page, "Gross Monthly Income", "$4,200");
  await expect(page.getByText("Recorded as $4,200 a month")).toBeVisible();
  await page.getByLabel("Gross Monthly Income").fill("4200.75");
  await expect(page.getByText("Recorded as $4,200 a month")).toBeVisible();
  await page.getByLabel("Gross Monthly Income").fill("abc");
  await expect(page.getByText("Recorded as $0 a month")).toBeVisible();
  await choose(page, "Employment Type", "Other");
  await press(page, "Continue");
  await expect(page.getByRole("link", { name: "Monthly income is required" })).toBeVisible();
  await expect(page.getByLabel("Gross Monthly Income")).toHaveValue("abc");
});

test("a blank down payment is $0 and complete", async ({ page }) => {
  await open(page, "/apply/downpayment");
  await choose(page, "Auto Finance History", "Paid Off");
  await choose(page, "Title Holder", "My Name");
  await choose(page, "When is the down payment available?", "Need More Time");
  await choose(page, "Purchase Timeline", "I'm Still Looking");
  await press(page, "Review Application");
  const card = page.locator("div", { has: page.getByRole("link", { name: "Edit Auto History" }) }).last();
  await expect(card).toContainText("Complete");
  await expect(page.locator("dt", { hasText: "Cash Down Payment" }).locator("+ dd")).toHaveText("$0");
});
