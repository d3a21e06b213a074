import { expect, test } from "vitest";
import { RECIPIENT_KINDS } from "../../../db/model/directory/recipient-kind.ts";
import { FORECAST_VERSION, forecast } from "../../../db/model/forecast/forecast.ts";
import { askedOnly, FIELDS, type Field, questions } from "../../../db/model/form/application.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Kind } from "../../../db/model/form/question.ts";
import { ApplicationForm } from "../../../db/model/form/submission.ts";
import { fieldsSentTo } from "../../../db/model/introductions/referral.ts";
import { messagesByField } from "../../../db/model/text.ts";

type Use = (typeof RECIPIENT_KINDS)[number] | "forecast";

/** Who receives each answer, and whether the forecast counts it. */
const uses: Record<Field, Use[]> = {
  fullName: ["dealer", "lender"],
  phone: ["dealer", "lender"],
  email: ["dealer", "lender"],
  city: ["dealer", "lender"],
  zip: ["dealer", "lender"],
  birthYear: [],
  employmentType: ["lender", "forecast"],
  timeOnCurrentJobYears: ["lender", "forecast"],
  timeOnCurrentJobMonths: ["lender", "forecast"],
  timeOnPreviousJobYears: ["forecast"],
  timeOnPreviousJobMonths: ["forecast"],
  grossMonthlyIncome: ["lender", "forecast"],
  timeAtCurrentResidenceYears: ["lender", "forecast"],
  timeAtCurrentResidenceMonths: ["lender", "forecast"],
  timeAtPreviousResidenceYears: [],
  timeAtPreviousResidenceMonths: [],
  housingType: ["lender", "forecast"],
  monthlyRentMortgage: ["lender", "forecast"],
  hasActiveBank: ["forecast"],
  accountType: [],
  bankName: [],
  bankruptcyStatus: ["forecast"],
  repoLast12Months: ["forecast"],
  mortgageDelinquent: ["forecast"],
  idType: [],
  autoFinanceHistory: ["forecast"],
  currentFinanceCompany: [],
  titleHolder: [],
  cashDownPayment: ["dealer", "lender", "forecast"],
  downPaymentAvailable: ["dealer", "lender"],
  purchaseTimeline: ["dealer", "lender"],
};
const isCounted = (field: Field) => uses[field].includes("forecast");

const SOME: Record<Kind, readonly unknown[]> = {
  text: ["Other words"],
  phone: ["512 555 0144"],
  email: ["other@example.com"],
  year: [1950, 2000],
  choice: [],
  yesNo: [true, false],
  money: [0, 1000, 100_000],
  years: [0, 1, 9],
  months: [0, 11],
};
const BAD: Record<Kind, unknown> = {
  text: "x".repeat(101),
  phone: 2105550123,
  email: "maria@",
  year: 1900,
  choice: "Tent",
  yesNo: "yes",
  money: -1,
  years: 81,
  months: 1.5,
};

const whole = exampleApplication();
/** Near where a month makes a difference. */
const bases = [
  whole,
  { ...whole, timeOnCurrentJobYears: 0, timeAtCurrentResidenceYears: 0 },
  { ...whole, timeOnPreviousJobYears: 0 },
];

for (const field of FIELDS) {
  const { kind, choices } = questions[field];

  test(`${field} goes where it should, and nowhere else`, () => {
    const receivers = RECIPIENT_KINDS.filter((recipient) => (fieldsSentTo[recipient] as Field[]).includes(field));
    expect(receivers).toEqual(uses[field].filter((use) => use !== "forecast"));
    const differs = bases.some((answers) => {
      const scored = (choices ?? SOME[kind]).map((value) =>
        JSON.stringify(forecast(askedOnly({ ...answers, [field]: value }) as ApplicationForm)),
      );
      return new Set(scored).size > 1;
    });
    expect(differs, "the forecast counts it").toBe(isCounted(field));
  });

  test(`${field} of another kind is refused with a sentence of its own`, () => {
    const { error } = ApplicationForm.safeParse({ ...whole, [field]: BAD[kind] });
    const messages = error ? messagesByField(ApplicationForm, error) : {};
    expect(messages).toEqual({ [field]: expect.stringMatching(/^[A-Z].{10,}/) });
  });
}

test("the version of the forecast tells which answers it counts", () => {
  expect([FORECAST_VERSION, FIELDS.filter(isCounted).length]).toEqual([2, 16]);
});
