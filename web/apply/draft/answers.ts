import { atom } from "jotai";
import { type Answers, missingSections, type Step } from "../../../db/model/form/application.ts";
import type { Typed } from "../controls.ts";
import {
  type Draft,
  emptyDraft,
  forgetKeptDraft,
  forgetOwnDraft,
  keptDraft,
  rememberedBy,
  storeDraft,
  storedDraft,
  withStep,
} from "./draft.ts";

const draftAtom = atom(emptyDraft);

/** Whether the storage shared by all tabs has this draft. If so, it wins over the one in this tab. */
const isSharedAtom = atom(false);

const writeDraftAtom = atom(null, (get, set, change: (draft: Draft) => Partial<Draft>) => {
  const before = get(isSharedAtom) ? (keptDraft() ?? emptyDraft) : get(draftAtom);
  const draft = { ...before, ...change(before) };
  set(draftAtom, draft);
  // Without storage, the form keeps its answers in memory.
  set(isSharedAtom, storeDraft(draft) && draft.keep);
});

/** How often the draft was read from storage. Zero at first, because prerendered HTML knows of no draft. */
const readingsAtom = atom(0);

export const answersAtom = atom((get) => get(draftAtom).answers);
export const keepAtom = atom((get) => get(draftAtom).keep);
export const isRestoredAtom = atom((get) => get(readingsAtom) > 0);
/** Whether nothing is answered or typed. */
export const isBlankAtom = atom((get) => {
  const { answers, typed } = get(draftAtom);
  return [answers, typed].every((kept) => Object.keys(kept).length === 0);
});
/** Whether somebody who has sent an application is filling in another one. */
export const isNewAtom = atom(false);
export const missingSectionsAtom = atom((get) => missingSections(get(answersAtom)));

/** Changes whenever the answers may differ from those in this tab's controls. */
export const readingAtom = atom((get) => get(readingsAtom));

/** Reads the stored draft, and from then on what other tabs store. Call it in a layout effect. */
export const restoreAtom = atom(null, (_get, set) => {
  const read = () => set(readAtom);
  read();
  // A page that Back revives from the browser's cache has missed all changes.
  for (const news of ["storage", "pageshow"]) addEventListener(news, read);
  return () => {
    for (const news of ["storage", "pageshow"]) removeEventListener(news, read);
  };
});

/** A tab that has answers of its own keeps them. */
const readAtom = atom(null, (get, set) => {
  const draft = get(draftAtom);
  const isOwn = !get(isSharedAtom) && JSON.stringify(draft) !== JSON.stringify(emptyDraft);
  if (isOwn) return;
  const stored = storedDraft() ?? emptyDraft;
  if (get(readingsAtom) > 0 && JSON.stringify(stored) === JSON.stringify(draft)) return;
  set(draftAtom, stored);
  set(isSharedAtom, stored.keep);
  set(readingsAtom, (readings) => readings + 1);
});

/** The values in a step's controls when the visitor last left it. Reading them here renders nothing at each keystroke. */
export const rememberAtom = atom(null, (get, _set, step: Step) => rememberedBy(get(draftAtom), step));

/** Remembers typed values, valid or not. */
export const typeAtom = atom(null, (_get, set, news: Typed) => {
  set(writeDraftAtom, ({ typed }) => ({ typed: { ...typed, ...news } }));
});

/** Saves the checked answers of a step. */
export const saveStepAtom = atom(null, (_get, set, step: Step, saved: Answers) => {
  set(writeDraftAtom, (draft) => withStep(draft, step, saved));
});

/** The Idempotency-Key of the next submit: made when first needed, kept until an answer changes. */
export const submitKeyAtom = atom(null, (get, set) => {
  set(writeDraftAtom, ({ submitKey }) => ({ submitKey: submitKey ?? crypto.randomUUID() }));
  return get(draftAtom).submitKey as string;
});

/** Moves the draft to this device for seven days, merged with what other tabs keep there; or back to this tab. */
export const setKeepAtom = atom(null, (_get, set, keep: boolean) => {
  const kept = keep ? keptDraft() : undefined;
  set(writeDraftAtom, ({ answers, typed }) => {
    return { keep, answers: { ...kept?.answers, ...answers }, typed: { ...kept?.typed, ...typed } };
  });
  if (kept) set(readingsAtom, (readings) => readings + 1);
  if (!keep) forgetKeptDraft();
});

/** Forgets what was sent. A draft that another tab keeps on this device stays. */
export const forgetSentAtom = atom(null, (get, set) => {
  const isShared = get(isSharedAtom);
  set(draftAtom, emptyDraft);
  set(isSharedAtom, false);
  set(isNewAtom, false);
  forgetOwnDraft();
  if (isShared) forgetKeptDraft();
});

/** Forgets everything, here and in storage, because the visitor wants it. */
export const eraseAtom = atom(null, (_get, set) => {
  set(draftAtom, emptyDraft);
  set(isSharedAtom, false);
  forgetOwnDraft();
  forgetKeptDraft();
});
