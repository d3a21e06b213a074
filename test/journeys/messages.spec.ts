import { choose, open, press } from "./applicant.ts";
import { expectAccessible } from "./axe.ts";
import { expect, test } from "./test.ts";

interface Case {
  /** The question, or the box of a duration. */
  field: string;
  /** What is typed; absent for a question whose answer is chosen. */
  typed?: string;
  message: string;
}

const steps: { name: string; path: string; button: string; cases: Case[] }[] = [
  {
    name: "the contact step left blank",
    path: "/apply/contact",
    button: "Continue to Employment",
    cases: [
      { field: "fullName", typed: "", message: "Full name is required" },
      { field: "phone", typed: "", message: "Valid phone number is required" },
      { field: "email", typed: "", message: "Valid email is required" },
      { field: "city", typed: "", message: "City is required" },
      { field: "zip", typed: "", message: "Valid ZIP code is required" },
    ],
  },
  {
    name: "the contact step with answers too short",
    path: "/apply/contact",
    button: "Continue to Employment",
    cases: [
      { field: "fullName", typed: " M ", message: "Full name is required" },
      { field: "phone", typed: "210555012", message: "Valid phone number is required" },
      { field: "email", typed: "maria@example", message: "Valid email is required" },
      { field: "city", typed: "S", message: "City is required" },
      { field: "zip", typed: "7820", message: "Valid ZIP code is required" },
    ],
  },
  {
    name: "the employment step left blank",
    path: "/apply/employment",
    button: "Continue",
    cases: [
      { field: "employmentType", message: "Employment type is required" },
      { field: "grossMonthlyIncome", typed: "", message: "Monthly income is required" },
    ],
  },
  {
    name: "the employment step with numbers out of range",
    path: "/apply/employment",
    button: "Continue",
    cases: [
      { field: "employmentType", message: "Employment type is required" },
      { field: "timeOnCurrentJobYears", typed: "-1", message: "Years must be between 0 and 80" },
      { field: "timeOnCurrentJobMonths", typed: "12", message: "Months must be between 0 and 11" },
      { field: "timeOnPreviousJobYears", typed: "81", message: "Years must be between 0 and 80" },
      { field: "timeOnPreviousJobMonths", typed: "-3", message: "Months must be between 0 and 11" },
      { field: "grossMonthlyIncome", typed: "$1,000,001", message: "Enter an amount of $1,000,000 or less" },
    ],
  },
  {
    name: "the residence step with numbers out of range",
    path: "/apply/residence",
    button: "Continue",
    cases: [
      { field: "timeAtCurrentResidenceYears", typed: "-1", message: "Years must be between 0 and 80" },
      { field: "timeAtCurrentResidenceMonths", typed: "12", message: "Months must be between 0 and 11" },
      { field: "timeAtPreviousResidenceYears", typed: "-1", message: "Years must be between 0 and 80" },
      { field: "timeAtPreviousResidenceMonths", typed: "12", message: "Months must be between 0 and 11" },
      { field: "housingType", message: "Housing type is required" },
    ],
  },
  {
    name: "the banking step left blank",
    path: "/apply/banking-credit",
    button: "Continue",
    cases: [
      { field: "bankruptcyStatus", message: "Bankruptcy status is required" },
      { field: "idType", message: "ID type is required" },
    ],
  },
  {
    name: "the down payment step left blank, with less than nothing down",
    path: "/apply/downpayment",
    button: "Review Application",
    cases: [
      { field: "autoFinanceHistory", message: "Auto finance history is required" },
      { field: "titleHolder", message: "Title holder is required" },
      { field: "cashDownPayment", typed: "-1", message: "Down payment amount is required" },
      { field: "downPaymentAvailable", message: "Down payment availability is required" },
      { field: "purchaseTimeline", message: "Purchase timeline is required" },
    ],
  },
];

for (const { name, path, button, cases } of steps) {
  test(`${name} says what is wrong, on top and beside each field, and clears nothing`, async ({ page }) => {
    await open(page, path);
    for (const { field, typed } of cases) {
      if (typed !== undefined) await page.locator(`[name=${field}]`).pressSequentially(typed);
    }
    await press(page, button);

    const summary = page.getByRole("alert", { name: "There is a problem" });
    await expect(summary).toBeFocused();
    await expect(summary.getByRole("link")).toHaveText(cases.map(({ message }) => message));
    await expect(page).toHaveTitle(/^Error: /);
    await expect(page).toHaveURL(path);
    await expectAccessible(page);
    for (const [index, { field, typed, message }] of cases.entries()) {
      const control = page.locator(`[name=${field}]`).first();
      const described = typed === undefined ? page.getByRole("group").filter({ has: control }).last() : control;
      await expect(described).toHaveAccessibleDescription(new RegExp(escaped(message)));
      await expect(control).toHaveAttribute("aria-invalid", "true");
      if (typed !== undefined) await expect(control).toHaveValue(typed);
      await summary.getByRole("link").nth(index).press("Enter");
      await expect(control).toBeFocused();
      await expect(control).toBeInViewport();
    }
  });
}

test("a rent below nothing is refused in its place", async ({ page }) => {
  await open(page, "/apply/residence");
  await choose(page, "Housing Type", "Rent");
  const rent = page.getByRole("textbox", { name: "Rent" });
  await rent.pressSequentially("-5");
  await press(page, "Continue");
  await expect(rent).toHaveAccessibleDescription(/Enter a monthly amount of \$0 or more/);
  await expect(rent).toHaveValue("-5");
  await expect(page.getByText("Recorded as")).toHaveCount(0);
});

test("a corrected step goes on, and its title no longer speaks of an error", async ({ page }) => {
  await open(page, "/apply/banking-credit");
  await press(page, "Continue");
  await expect(page).toHaveTitle(/^Error: /);
  await expect(page.getByRole("alert", { name: "There is a problem" })).toBeFocused();
  await choose(page, "Bankruptcy Status", "No");
  await choose(page, "ID Type", "Passport");
  await press(page, "Continue");
  await expect(page).toHaveURL("/apply/downpayment");
  await expect(page).not.toHaveTitle(/^Error: /);
});

test("an unusual phone number or ZIP code gets a remark and blocks nothing", async ({ page }) => {
  await open(page, "/apply/contact");
  await page.getByLabel("Full Name").pressSequentially("Maria Lopez");
  await page.getByLabel("Phone Number").pressSequentially("000 000 0000");
  await page.getByLabel("Email Address").pressSequentially("maria@example.com");
  await expect(page.getByText("We may not be able to call this number")).toBeVisible();
  await page.getByLabel("City").pressSequentially("Tulsa");
  await page.getByLabel("ZIP Code").pressSequentially("74103");
  await page.getByLabel("Birth Year").focus();
  await expect(page.getByText("We work with Texas buyers")).toBeVisible();
  await expectAccessible(page);
  await press(page, "Continue to Employment");
  await expect(page).toHaveURL("/apply/employment");
});

function escaped(text: string) {
  return text.replace(/[$.]/g, "\\$&");
}
