import { atom } from "jotai";
import {
  type Answers,
  FIELDS,
  type Field,
  fieldsOf,
  isAsked,
  missingSections,
  STEPS,
  type Step,
  stepSchemas,
} from "../../db/model/application.ts";
import { ANSWERS_KEPT_DAYS } from "../../db/model/retention.ts";

/** What the controls of a step hold: text as typed, or a choice. */
export type Typed = Partial<Record<Field, string>>;

/** An application while it is being filled in. */
interface Draft {
  /** Validated by a step's Continue. */
  answers: Answers;
  /** Typed since then, valid or not. */
  typed: Typed;
  /** Idempotency-Key of the next submit; a changed answer takes a new one. */
  submitKey: string | null;
  /** Whether to keep it on this device after the tab is closed. */
  keep: boolean;
}

const NAME = "application";
const KEPT_MS = ANSWERS_KEPT_DAYS * 24 * 60 * 60 * 1000;
const MAX_TYPED_LENGTH = 500;

const empty: Draft = { answers: {}, typed: {}, submitKey: null, keep: false };

const draftAtom = atom(empty);
const writeDraftAtom = atom(null, (get, set, changes: Partial<Draft>) => {
  const draft = { ...get(draftAtom), ...changes };
  set(draftAtom, draft);
  store(draft);
});

/** False until the stored draft has been read: prerendered HTML knows of none. */
const restoredAtom = atom(false);

export const answersAtom = atom((get) => get(draftAtom).answers);
export const typedAtom = atom((get) => get(draftAtom).typed);
export const keepAtom = atom((get) => get(draftAtom).keep);
export const isRestoredAtom = atom((get) => get(restoredAtom));
export const missingSectionsAtom = atom((get) => missingSections(get(answersAtom)));

/** Reads what an earlier page load stored. Call it in a layout effect; only the first call does anything. */
export const restoreAtom = atom(null, (get, set) => {
  if (get(restoredAtom)) return;
  set(restoredAtom, true);
  set(draftAtom, stored() ?? empty);
});

/** Remembers what was typed into controls, valid or not. */
export const typeAtom = atom(null, (get, set, typed: Typed) => {
  set(writeDraftAtom, { typed: { ...get(typedAtom), ...typed } });
});

/** Saves a step's validated answers; a changed one makes the next submit a new one. */
export const saveStepAtom = atom(null, (get, set, step: Step, saved: Answers) => {
  const before = get(answersAtom);
  const answers = { ...before };
  const typed = { ...get(typedAtom) };
  // What is not asked just now stays, in case it is asked again; `askedOnly` drops it at submit.
  const asked = fieldsOf(step).filter((field) => isAsked(field, saved));
  for (const field of asked) {
    delete answers[field];
    delete typed[field];
  }
  Object.assign(answers, saved);
  const changed = asked.some((field) => answers[field] !== before[field]);
  set(writeDraftAtom, { answers, typed, ...(changed && { submitKey: null }) });
});

/** The key of the next submit, made when first asked for and kept until an answer changes. */
export const submitKeyAtom = atom(null, (get, set) => {
  const submitKey = get(draftAtom).submitKey ?? crypto.randomUUID();
  set(writeDraftAtom, { submitKey });
  return submitKey;
});

/** Moves the draft to this device for seven days, or back to this tab. */
export const setKeepAtom = atom(null, (_get, set, keep: boolean) => {
  set(writeDraftAtom, { keep });
});

/** Forgets everything, here and in storage: after a successful submit, or because the visitor wants it. */
export const eraseAtom = atom(null, (_get, set) => {
  set(draftAtom, empty);
  forget();
});

function store(draft: Draft) {
  try {
    const kept = draft.keep ? localStorage : sessionStorage;
    const other = draft.keep ? sessionStorage : localStorage;
    kept.setItem(NAME, JSON.stringify({ ...draft, until: Date.now() + KEPT_MS }));
    other.removeItem(NAME);
  } catch {
    // Full or forbidden storage: the wizard goes on in memory.
  }
}

function forget() {
  try {
    sessionStorage.removeItem(NAME);
    localStorage.removeItem(NAME);
  } catch {
    // There was nothing to forget.
  }
}

/** The stored draft with everything dropped that is not a valid answer or a piece of text; undefined when there is none. */
function stored(): Draft | undefined {
  try {
    const found = JSON.parse(sessionStorage.getItem(NAME) ?? localStorage.getItem(NAME) ?? "null");
    if (typeof found !== "object" || found === null) return;
    if (!(found.until > Date.now())) {
      forget();
      return;
    }
    return {
      answers: validAnswers(found.answers),
      typed: validTyped(found.typed),
      submitKey: typeof found.submitKey === "string" ? found.submitKey : null,
      keep: found.keep === true,
    };
  } catch {
    return;
  }
}

/** A step's answers are valid together or the step has to be continued again. */
function validAnswers(found: unknown): Answers {
  const answers: Answers = {};
  if (typeof found !== "object" || found === null) return answers;
  for (const step of STEPS) {
    const parsed = stepSchemas[step].safeParse(found);
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
