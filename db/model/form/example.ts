import { FIELDS, type Field, questions } from "./application.ts";
import type { Question } from "./question.ts";
import { CONSENTS, type Consent } from "./submission.ts";

const maria: Partial<Record<Field, string | number | boolean>> = {
  fullName: "Maria Lopez",
  phone: "210 555 0123",
  email: "maria@example.com",
  city: "San Antonio",
  zip: "78205",
  timeOnCurrentJobYears: 2,
  timeOnCurrentJobMonths: 6,
  timeOnPreviousJobMonths: 0,
  grossMonthlyIncome: 3800,
  timeAtCurrentResidenceMonths: 8,
  timeAtPreviousResidenceYears: 0,
  timeAtPreviousResidenceMonths: 0,
  monthlyRentMortgage: 1100,
  bankName: "Frost Bank",
  currentFinanceCompany: "Capital One",
};

/**
 * A complete, valid application of an invented person, with your changes, for the demo and tests. A new question needs
 * no answer here: it gets a valid one of its kind.
 */
export function exampleApplication(changes: Partial<Record<Field | Consent | "consentRecord", unknown>> = {}) {
  const answers = FIELDS.map((field) => [field, maria[field] ?? exampleOf(questions[field])]);
  const consents = CONSENTS.map((name) => [name, true]);
  return { ...Object.fromEntries([...answers, ...consents]), ...changes } as Record<Field | Consent, unknown>;
}

function exampleOf({ kind, label, choices, preselected }: Question) {
  switch (kind) {
    case "choice":
      return choices?.[0];
    case "yesNo":
      return preselected;
    case "year":
      return 1990;
    case "money":
      return 1000;
    case "years":
    case "months":
      return 1;
    default:
      return label();
  }
}
