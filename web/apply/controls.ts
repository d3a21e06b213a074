import {
  type Answers,
  askedOnly,
  FIELDS,
  type Field,
  fieldsOf,
  parseWholeNumber,
  questions,
  type Step,
} from "../../db/model/form/application.ts";
import { isReturn } from "../start/script/scroll.ts";
import { tab } from "../storage.ts";
import { hydratedName } from "./draft/storage-name.ts";

/** The values in a step's controls: typed text or a choice. */
export type Typed = Partial<Record<Field, string>>;

/** The answers of yes/no questions before anybody touches them. */
export const PRESELECTED: Typed = Object.fromEntries(
  FIELDS.flatMap((field) => {
    const { preselected } = questions[field];
    return preselected === undefined ? [] : [[field, String(preselected)]];
  }),
);

const typedNames = new Set<string>();

/** From now on, notes which controls the visitor uses. */
export function noteTyping() {
  addEventListener("input", ({ target }) => typedNames.add((target as HTMLInputElement).name), true);
}

/** Call this once a page of the form stores everything as it is typed. */
export function noteHydration(page: string) {
  tab.write(hydratedName(page), 1);
}

/** Whether a control has the visitor's latest input. Browsers put back older values after Back or a reload. */
export function isNewlyTyped(page: string, name: string) {
  return typedNames.has(name) || !isReturn() || tab.read(hydratedName(page)) === undefined;
}

/** The values in the controls of a prerendered step. */
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

/** The answers that Continue checks: without questions that are not asked. */
export function typedAnswers(typed: Typed) {
  return askedOnly(read(typed));
}

/** Turns values of controls into answers: whole numbers, and yes or no. A birth year that was not chosen stays open. */
export function read(typed: Typed): Answers {
  const answers: Record<string, unknown> = {};
  for (const field of FIELDS) {
    if (field in typed) answers[field] = readValue(field, typed[field] ?? "");
  }
  return answers;
}

function readValue(field: Field, value: string) {
  switch (questions[field].kind) {
    case "yesNo":
      return (value || PRESELECTED[field]) === "true";
    case "year":
      return value === "" ? undefined : parseWholeNumber(value);
    case "money":
    case "years":
    case "months":
      return parseWholeNumber(value);
    default:
      return value === "" ? undefined : value;
  }
}
