import {
  type Answers,
  type Field,
  isAsked,
  missingSections,
  STEPS,
  type Step,
  stepSchema,
} from "../../../db/model/form/application.ts";
import { addressOf, pathOf } from "../../../db/model/site/address.ts";
import { handleEarly } from "../../start/script/early.ts";
import { isNewlyTyped, noteTyping, read, readControls, typedAnswers } from "../controls.ts";
import { pageAfter, percentDone, returnLabel } from "../sections.ts";
import { type Draft, emptyDraft, rememberedBy, storeDraft, storedDraft, withStep } from "./draft.ts";

noteTyping();
if (document.readyState === "loading") document.addEventListener("readystatechange", begin, { once: true });
else begin();

/** Continue before React has loaded: saves a valid step and opens the next page. React deals with other steps. */
handleEarly((form) => {
  const { next } = form.dataset;
  if (!next) return false;
  const step = openStep();
  const draft = storedDraft() ?? emptyDraft;
  const answers = stepSchema(step).safeParse(typedAnswers(typedBy(draft, step)));
  if (!answers.success) return false;
  const isTicked = document.querySelector("#keep:checked") !== null && isNewlyTyped(step, "keep");
  const keep = draft.keep || isTicked;
  if (!storeDraft(withStep({ ...draft, keep }, step, answers.data as Answers))) return false;
  location.assign(next);
  return true;
});

function begin() {
  showDone();
  // Other pages of the form share this code.
  if (!document.querySelector("[data-asked]")) return;
  showAsked();
  addEventListener("input", showAsked);
  addEventListener("hydrated", () => removeEventListener("input", showAsked), { once: true });
}

/** Before React has loaded: the questions that follow from the answers so far (`Conditional` in fields.tsx). */
function showAsked() {
  const answers = read(typedBy(storedDraft() ?? emptyDraft, openStep()));
  // The page says 'Rent' until React has loaded.
  const waits = answers.housingType === "Own/Mortgage" ? "monthlyRentMortgage" : null;
  for (const place of document.querySelectorAll<HTMLElement>("[data-asked]")) {
    const field = place.dataset.asked as Field;
    place.hidden = field === waits || !isAsked(field, answers);
  }
}

/** What was typed lately goes before what is stored. */
function typedBy(draft: Pick<Draft, "answers" | "typed">, step: Step) {
  return { ...rememberedBy(draft, step), ...readControls(step) };
}

/** Before React has loaded: which steps are done, and where Continue leads. */
function showDone() {
  const missing = missingSections((storedDraft() ?? emptyDraft).answers);
  for (const [index, bar] of document.querySelectorAll<HTMLElement>("#progress > li").entries())
    bar.style.setProperty("--filled", `${percentDone(index + 1, missing)}%`);
  const form = document.querySelector<HTMLFormElement>("main form[data-next]");
  if (!form || STEPS.at(-1) === openStep() || pageAfter(openStep(), missing) !== "review") return;
  form.dataset.next = addressOf("/apply/review");
  (form.querySelector("[type=submit]") as HTMLElement).textContent = returnLabel();
}

function openStep() {
  return pathOf(location.pathname).replace("/apply/", "") as Step;
}
