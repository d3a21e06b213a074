import {
  type Answers,
  askedOnly,
  type Field,
  fieldsOf,
  parseWholeNumber,
  type Step,
} from "../../db/model/application.ts";
import { isReturn } from "../place.ts";

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

const typedNames = new Set<string>();

/** Notes from now on into which controls somebody types. */
export function noteTyping() {
  addEventListener("input", ({ target }) => typedNames.add((target as HTMLInputElement).name), true);
}

/** To be called once what is typed on a step is stored at once. */
export function noteTakeOver(step: Step) {
  try {
    sessionStorage.setItem(nameOf(step), "1");
  } catch {
    // Then nothing is stored that could be newer than what the browser puts back.
  }
}

/** Whether the browser, after Back or a reload, has put into the controls what they held: older than what is stored. */
function isOutdated(step: Step) {
  try {
    return isReturn() && sessionStorage.getItem(nameOf(step)) !== null;
  } catch {
    return false;
  }
}

function nameOf(step: Step) {
  return `taken-over:${step}`;
}

/** What the visitor has put into the prerendered step's controls. */
export function readControls(step: Step): Typed {
  const onlyTyped = isOutdated(step);
  const controls = new FormData(document.querySelector<HTMLFormElement>("main form") ?? undefined);
  const typed: Typed = {};
  for (const field of fieldsOf(step)) {
    if (onlyTyped && !typedNames.has(field)) continue;
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
