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
import { takenOverName } from "./draft/storage-name.ts";

/** What the controls of a step hold: text as typed, or a choice. */
export type Typed = Partial<Record<Field, string>>;

/** The answers that stand in the yes/no questions before anybody touches them. */
export const PRESELECTED: Typed = Object.fromEntries(
  FIELDS.flatMap((field) => {
    const { preselected } = questions[field];
    return preselected === undefined ? [] : [[field, String(preselected)]];
  }),
);

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
    // Without storage no stored answer can be newer than what the browser puts back.
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
export function typedAnswers(typed: Typed) {
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
