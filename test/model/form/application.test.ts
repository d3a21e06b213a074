import { expect, test } from "vitest";
import {
  askedOnly,
  birthYears,
  isAsked,
  missingSections,
  parseWholeNumber,
  questions,
  stepSchema,
} from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { ApplicationForm } from "../../../db/model/form/submission.ts";
import { messagesByField } from "../../../db/model/text.ts";

function refusals(changes: Record<string, unknown>) {
  const result = ApplicationForm.safeParse({ ...exampleApplication(), ...changes });
  return result.success ? {} : messagesByField(ApplicationForm, result.error);
}

test("a complete application is trimmed and keeps nothing it does not know", () => {
  const parsed = ApplicationForm.parse({ ...exampleApplication({ fullName: "  Maria Lopez " }), status: "approved" });
  expect(parsed.fullName).toBe("Maria Lopez");
  expect(parsed).not.toHaveProperty("status");
});

const specifiedMessages: [field: string, bad: unknown, message: string][] = [
  ["fullName", "M", "Full name is required"],
  ["fullName", " \u200b\u200bM ", "Full name is required"],
  ["phone", "210555012", "Valid phone number is required"],
  ["email", "maria@", "Valid email is required"],
  ["city", "S", "City is required"],
  ["zip", "7820", "Valid ZIP code is required"],
  ["employmentType", "", "Employment type is required"],
  ["grossMonthlyIncome", 0, "Monthly income is required"],
  ["grossMonthlyIncome", undefined, "Monthly income is required"],
  ["grossMonthlyIncome", "3800", "Monthly income is required"],
  ["housingType", "Tent", "Housing type is required"],
  ["bankruptcyStatus", null, "Bankruptcy status is required"],
  ["idType", undefined, "ID type is required"],
  ["autoFinanceHistory", "Repo-Voluntary", "Auto finance history is required"],
  ["titleHolder", "", "Title holder is required"],
  ["cashDownPayment", -1, "Down payment amount is required"],
  ["cashDownPayment", undefined, "Down payment amount is required"],
  ["downPaymentAvailable", "", "Down payment availability is required"],
  ["purchaseTimeline", "Within 1-2 Weeks", "Purchase timeline is required"],
  ["consentTexts", false, "You must consent to receive communications"],
  ["consentElectronic", false, "You must consent to electronic disclosures"],
  ["certifyAccurate", "true", "You must certify the accuracy of your information"],
];

for (const [field, bad, message] of specifiedMessages) {
  test(`${field} ${JSON.stringify(bad)} is refused with '${message}'`, () => {
    expect(refusals({ [field]: bad })).toEqual({ [field]: message });
  });
}

const otherRefusals: [field: string, bad: unknown][] = [
  ["fullName", "Maria\u0000Lopez"],
  ["fullName", "Maria \ud800"],
  ["birthYear", 2020],
  ["timeOnCurrentJobMonths", 12],
  ["grossMonthlyIncome", 1e9],
  ["consentRecord", { textIds: "all" }],
];

for (const [field, bad] of otherRefusals) {
  test(`${field} ${JSON.stringify(bad).slice(0, 40)} is refused with a sentence of its own`, () => {
    expect(Object.keys(refusals({ [field]: bad }))).toEqual([field]);
    expect(refusals({ [field]: bad })[field]).toMatch(/^[A-Z].{10,}/);
  });
}

test("the literal minimum lengths are enough", () => {
  expect(refusals({ fullName: "Li", phone: "1234567890", city: "LA", zip: "00000" })).toEqual({});
});

test("optional answers may be missing, null or blank", () => {
  expect(refusals({ birthYear: null, accountType: "", bankName: undefined, currentFinanceCompany: " " })).toEqual({});
});

test("a question is asked only if the answers before call for it", () => {
  const job = (years: number, months: number) =>
    isAsked("timeOnPreviousJobMonths", { timeOnCurrentJobYears: years, timeOnCurrentJobMonths: months });
  expect([job(2, 11), job(3, 0), job(0, 36)]).toEqual([true, false, false]);
  expect(isAsked("timeOnPreviousJobYears", {})).toBe(true);
  expect(isAsked("timeAtPreviousResidenceYears", { timeAtCurrentResidenceYears: 3 })).toBe(false);
  expect(isAsked("monthlyRentMortgage", { housingType: "Own/Mortgage" })).toBe(true);
  expect(isAsked("monthlyRentMortgage", { housingType: "Live with Family/Friend" })).toBe(false);
  expect(isAsked("bankName", { hasActiveBank: false })).toBe(false);
  expect(isAsked("currentFinanceCompany", { autoFinanceHistory: "Currently Paying" })).toBe(true);
  expect(isAsked("currentFinanceCompany", { autoFinanceHistory: "Paid Off" })).toBe(false);
});

test("an answer nobody asked for is dropped, even a bad one", () => {
  const parsed = ApplicationForm.parse(
    exampleApplication({ housingType: "Other", monthlyRentMortgage: "lots", hasActiveBank: false, accountType: 7 }),
  );
  expect(parsed).not.toHaveProperty("monthlyRentMortgage");
  expect(parsed.accountType).toBeUndefined();
  expect(askedOnly({ hasActiveBank: false, bankName: "Frost" })).toEqual({ hasActiveBank: false });
});

test("a section is missing until its needed answers are there", () => {
  expect(missingSections({})).toEqual(["contact", "employment", "residence", "banking-credit", "downpayment"]);
  const answers = exampleApplication({ cashDownPayment: 0, hasActiveBank: false }) as never;
  expect(missingSections(answers)).toEqual([]);
  expect(missingSections(exampleApplication({ idType: undefined }) as never)).toEqual(["banking-credit"]);
});

test("numbers are read whole, without $, commas or spaces, else as 0", () => {
  const read = ["$4,200", " 5 000 ", "3.99", "-20", "-0.9", "abc", "", "1e5", "1.2.3", "12."].map(parseWholeNumber);
  expect(read).toEqual([4200, 5000, 3, -20, 0, 0, 0, 0, 0, 12]);
});

test("an amount too large to be exact is refused by its limit", () => {
  for (const typed of ["9".repeat(22), "9".repeat(400)]) {
    const schema = questions.grossMonthlyIncome.schema();
    const { error } = schema.safeParse(parseWholeNumber(typed));
    expect(error?.issues.map(({ message }) => message)).toEqual(["Enter an amount of $1,000,000 or less"]);
  }
});

test("birth years run from 18 to 80 by the Texas calendar", () => {
  const newYearsEveInTexas = birthYears(new Date("2027-01-01T03:00:00Z"));
  expect([newYearsEveInTexas[0], newYearsEveInTexas.at(-1), newYearsEveInTexas.length]).toEqual([2008, 1946, 63]);
  expect(birthYears(new Date("2027-01-01T05:59:59Z"))[0]).toBe(2008);
  expect(birthYears(new Date("2027-01-01T06:00:00Z"))[0]).toBe(2009);
});

test("a step's own schema judges that step alone", () => {
  expect(stepSchema("residence").safeParse({ housingType: "Rent" }).success).toBe(true);
});
