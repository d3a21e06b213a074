import {
  type Answers,
  askedOnly,
  type Field,
  fieldsOf,
  parseWholeNumber,
  type Step,
} from "../../db/model/application.ts";

/** What the controls of a step hold: text as typed, or a choice. */
export type Typed = Partial<Record<Field, string>>;

/** What the yes/no questions hold beforehand (specification, 3). */
export const PRESELECTED: Typed = { hasActiveBank: "true", repoLast12Months: "false", mortgageDelinquent: "false" };
const NUMBERS = new Set<Field>([
  "birthYear",
  "timeOnCurrentJobYears",
  "timeOnCurrentJobMonths",
  "timeOnPreviousJobYears",
  "timeOnPreviousJobMonths",
  "grossMonthlyIncome",
  "timeAtCurrentResidenceYears",
  "timeAtCurrentResidenceMonths",
  "timeAtPreviousResidenceYears",
  "timeAtPreviousResidenceMonths",
  "monthlyRentMortgage",
  "cashDownPayment",
]);

/** What the visitor has put into the prerendered step's controls. */
export function readControls(step: Step): Typed {
  const controls = new FormData(document.querySelector<HTMLFormElement>("main form") ?? undefined);
  const typed: Typed = {};
  for (const field of fieldsOf(step)) {
    const value = controls.get(field);
    if (typeof value === "string" && value !== (PRESELECTED[field] ?? "")) typed[field] = value;
  }
  return typed;
}

/** The answers that `Continue` validates: what the controls hold, without what is not asked. */
export function answersIn(typed: Typed) {
  return askedOnly(read(typed));
}

/** Turns what controls hold into answers: whole numbers, yes and no; a birth year that was not chosen stays open. */
export function read(typed: Typed): Answers {
  const answers: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(typed) as [Field, string | undefined][]) {
    answers[name] = readValue(name, value ?? "");
  }
  return answers;
}

function readValue(field: Field, value: string) {
  if (field in PRESELECTED) return (value || PRESELECTED[field]) === "true";
  if (field === "birthYear" && value === "") return undefined;
  if (NUMBERS.has(field)) return parseWholeNumber(value);
  return value === "" ? undefined : value;
}
