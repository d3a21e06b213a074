import {
  type Answers,
  askedOnly,
  type Field,
  fieldsOf,
  parseWholeNumber,
  type Step,
} from "../../db/model/application.ts";
import { isReturn } from "../place.ts";
import { takenOverName } from "./storage-name.ts";

/** What the controls of a step hold: text as typed, or a choice. */
export type Typed = Partial<Record<Field, string>>;

/** What is preselected in the yes/no questions (specification, 3). */
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

const typedNames = new Set<string>();

/** Notes from now on which controls somebody uses. */
export function noteTyping() {
  addEventListener("input", ({ target }) => typedNames.add((target as HTMLInputElement).name), true);
}

/** Call this once everything typed on a page of the form is stored at once. */
export function noteTakeOver(page: string) {
  try {
    sessionStorage.setItem(takenOverName(page), "1");
  } catch {
    // In that case nothing stored could be newer than what the browser puts back.
  }
}

/**
 * Whether a control's value is the visitor's latest input. After Back or a reload browsers put back what it held
 * before, which on a page that was taken over is older than what is stored.
 */
export function isNewlyTyped(page: string, name: string) {
  try {
    return typedNames.has(name) || !isReturn() || sessionStorage.getItem(takenOverName(page)) === null;
  } catch {
    return true;
  }
}

/** What the visitor has put into the prerendered step's controls. */
export function readControls(step: Step): Typed {
  const controls = new FormData(document.querySelector<HTMLFormElement>("main form") ?? undefined);
  const typed: Typed = {};
  for (const field of fieldsOf(step)) {
    const value = controls.get(field);
    const isChanged = typeof value === "string" && value !== (PRESELECTED[field] ?? "");
    if (isChanged && isNewlyTyped(step, field)) typed[field] = value;
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
