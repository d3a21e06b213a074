import { atom } from "jotai";
import { type Answers, missingSections, type Step } from "../../db/model/application.ts";
import type { Typed } from "./controls.ts";
import { type Draft, emptyDraft, forgetDraft, storeDraft, storedDraft, withStep } from "./draft.ts";

const draftAtom = atom(emptyDraft);
const writeDraftAtom = atom(null, (get, set, changes: Partial<Draft>) => {
  const draft = { ...get(draftAtom), ...changes };
  set(draftAtom, draft);
  // Without storage the wizard goes on in memory.
  storeDraft(draft);
});

/** False until the stored draft has been read: prerendered HTML knows of none. */
const restoredAtom = atom(false);

export const answersAtom = atom((get) => get(draftAtom).answers);
export const typedAtom = atom((get) => get(draftAtom).typed);
export const keepAtom = atom((get) => get(draftAtom).keep);
export const isRestoredAtom = atom((get) => get(restoredAtom));
/** Whether nothing has been answered or typed, or nothing of it is left. */
export const isBlankAtom = atom((get) =>
  [get(answersAtom), get(typedAtom)].every((kept) => Object.keys(kept).length === 0),
);
export const missingSectionsAtom = atom((get) => missingSections(get(answersAtom)));

/** Reads what an earlier page load stored. Call it in a layout effect; only the first call does anything. */
export const restoreAtom = atom(null, (get, set) => {
  if (get(restoredAtom)) return;
  set(restoredAtom, true);
  set(draftAtom, storedDraft() ?? emptyDraft);
});

/** Remembers what was typed into controls, valid or not. */
export const typeAtom = atom(null, (get, set, typed: Typed) => {
  set(writeDraftAtom, { typed: { ...get(typedAtom), ...typed } });
});

/** Saves a step's validated answers. */
export const saveStepAtom = atom(null, (get, set, step: Step, saved: Answers) => {
  set(writeDraftAtom, withStep(get(draftAtom), step, saved));
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
  set(draftAtom, emptyDraft);
  forgetDraft();
});
