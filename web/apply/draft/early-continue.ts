import { type Answers, type Step, stepSchemas } from "../../../db/model/form/application.ts";
import { pathOf } from "../../../db/model/site/address.ts";
import { handleEarly } from "../../start/script/early.ts";
import { isNewlyTyped, noteTyping, readControls, typedAnswers } from "../controls.ts";
import { emptyDraft, rememberedBy, storeDraft, storedDraft, withStep } from "./draft.ts";

noteTyping();

/** Continue before React has loaded: saves a valid step and opens the next page. React deals with other steps. */
handleEarly((form) => {
  const { next } = form.dataset;
  if (!next) return false;
  const step = pathOf(location.pathname).replace("/apply/", "") as Step;
  const draft = storedDraft() ?? emptyDraft;
  const answers = stepSchemas[step].safeParse(typedAnswers({ ...rememberedBy(draft, step), ...readControls(step) }));
  if (!answers.success) return false;
  const isTicked = document.querySelector("#keep:checked") !== null && isNewlyTyped(step, "keep");
  const keep = draft.keep || isTicked;
  if (!storeDraft(withStep({ ...draft, keep }, step, answers.data as Answers))) return false;
  location.assign(next);
  return true;
});
