import {
  type Answers,
  FIELDS,
  type Field,
  fieldsOf,
  isAsked,
  STEPS,
  type Step,
  stepSchema,
} from "../../../db/model/form/application.ts";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { ANSWERS_KEPT_DAYS } from "../../../db/model/time/retention.ts";
import { device, tab } from "../../storage.ts";
import { PRESELECTED, type Typed } from "../controls.ts";
import { carried, forgetCarried } from "./carried.ts";
import { DRAFT } from "./storage-name.ts";

/** An application that is being filled in. */
export interface Draft {
  /** Checked by a step's Continue. */
  answers: Answers;
  /** Typed since then, valid or not. */
  typed: Typed;
  /** The Idempotency-Key of the next submit. A changed answer gets a new one. */
  submitKey: string | null;
  /** Whether to keep it on this device after the tab is closed. */
  keep: boolean;
}

/** A draft in storage, if nobody has changed it. */
export interface Stored extends Draft {
  /** When it ends, in milliseconds. */
  until: number;
}

const KEPT_MS = ANSWERS_KEPT_DAYS * DAY_MS;
const MAX_TYPED_LENGTH = 500;

export const emptyDraft: Draft = { answers: {}, typed: {}, submitKey: null, keep: false };

/** The values in the step's controls when the visitor last left it. */
export function rememberedBy({ answers, typed }: Pick<Draft, "answers" | "typed">, step: Step): Typed {
  const values: Typed = {};
  const before = { ...PRESELECTED, ...validTyped(carried()) };
  for (const field of fieldsOf(step)) {
    const saved = answers[field];
    const otherwise = before[field] ?? "";
    values[field] = typed[field] ?? (saved === undefined ? otherwise : String(saved));
  }
  return values;
}

/** The draft with a step's checked answers. A changed answer makes the next submit a new one. */
export function withStep(draft: Draft, step: Step, saved: Answers): Draft {
  const answers = { ...draft.answers };
  const typed = { ...draft.typed };
  // Keep answers to questions that are not asked now, in case they are asked again. `askedOnly` drops them at submit.
  const asked = fieldsOf(step).filter((field) => isAsked(field, saved));
  for (const field of asked) {
    delete answers[field];
    delete typed[field];
  }
  Object.assign(answers, saved);
  const changed = asked.some((field) => answers[field] !== draft.answers[field]);
  return { ...draft, answers, typed, submitKey: changed ? null : draft.submitKey };
}

/** Stores the draft for later page loads; false if storage is full or forbidden. */
export function storeDraft(draft: Draft) {
  const place = draft.keep ? device : tab;
  const isStored = place.write(DRAFT, { ...draft, until: Date.now() + KEPT_MS } satisfies Stored);
  if (isStored && draft.keep) tab.forget(DRAFT);
  return isStored;
}

/** Forgets this tab's draft. */
export function forgetOwnDraft() {
  tab.forget(DRAFT);
  forgetCarried();
}

/** Forgets the draft that this device keeps for all tabs. */
export function forgetKeptDraft() {
  device.forget(DRAFT);
}

/** The draft that this device keeps for all tabs. */
export function keptDraft() {
  return draftIn(device);
}

/** The stored draft: this tab's own, or the shared one; undefined if there is none. */
export function storedDraft() {
  return draftIn(tab) ?? keptDraft();
}

/** Drops everything that is not a valid answer or a text. */
function draftIn(place: typeof tab): Draft | undefined {
  const found = place.read(DRAFT);
  if (typeof found !== "object") return;
  const { answers, typed, submitKey, keep, until } = found as Stored;
  if (!(until > Date.now())) {
    place.forget(DRAFT);
    return;
  }
  return {
    ...checkedDraft({ answers, typed }),
    submitKey: typeof submitKey === "string" ? submitKey : null,
    keep: keep === true,
  };
}

/** What of these can be trusted, wherever they come from. */
export function checkedDraft({ answers, typed }: Pick<Draft, "answers" | "typed">) {
  return { answers: validAnswers(answers), typed: validTyped(typed) };
}

/** The answers of a step must be valid together. If not, the visitor has to press Continue there again. */
function validAnswers(found: unknown): Answers {
  const answers: Answers = {};
  if (typeof found !== "object" || found === null) return answers;
  for (const step of STEPS) {
    const parsed = stepSchema(step).safeParse(found);
    if (parsed.success) Object.assign(answers, parsed.data);
  }
  return answers;
}

function validTyped(found: unknown): Typed {
  if (typeof found !== "object" || found === null) return {};
  const entries = Object.entries(found).filter(
    ([name, value]) => FIELDS.includes(name as Field) && typeof value === "string" && value.length <= MAX_TYPED_LENGTH,
  );
  return Object.fromEntries(entries);
}
