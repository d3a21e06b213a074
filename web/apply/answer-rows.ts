import { type Answers, type Field, fieldsOf, isAsked, type Step } from "../../db/model/application.ts";
import { duration, money } from "../format.ts";
import { labelOf } from "./labels.ts";

/** One section's questions and answers as the visitor would read them, derived from the step's fields. */
export function answerRows(step: Step, answers: Answers) {
  return fieldsOf(step)
    .filter((field) => (isAsked(field, answers) && !field.endsWith("Months")) || field === "repoLast12Months")
    .map((field) => ({ field, label: labelOf(field, answers), value: shownValue(field, answers) }));
}

/** Years and the months beside them are one row. Undefined when not answered. */
export function shownValue(field: Field, answers: Answers) {
  const value = answers[field];
  if (field.endsWith("Years")) {
    const months = answers[field.replace(/Years$/, "Months") as Field];
    if (value === undefined && months === undefined) return;
    return duration(Number(value ?? 0), Number(months ?? 0));
  }
  if (value === undefined) return;
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (field === "grossMonthlyIncome" || field === "monthlyRentMortgage") return `${money(Number(value))} a month`;
  return field === "cashDownPayment" ? money(Number(value)) : String(value);
}
