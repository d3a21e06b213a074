import { aroundAddresses } from "../../../db/model/contact/person.ts";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import { type Answers, FIELDS, missingSections, STEPS } from "../../../db/model/form/application.ts";
import { t } from "../../../db/model/words.ts";

/** Puts the answers into their places on the review (answers-sheet.tsx), before React has come and afterwards. */
export function fillIn(answers: Answers) {
  const missing = missingSections(answers);
  for (const step of STEPS) {
    const isComplete = !missing.includes(step);
    for (const card of all(`[data-section=${step}]`)) {
      card.toggleAttribute("data-complete", isComplete);
      const state = card.querySelector("[data-state]") as HTMLElement;
      state.textContent = isComplete ? t.as("a section")`Complete` : t.as("a section")`Incomplete`;
    }
  }
  const rows = answerRows(FIELDS, answers);
  for (const place of all("[data-answer]")) {
    const row = rows.find(({ field }) => field === place.dataset.answer);
    const [label, answer] = place.children as unknown as [HTMLElement, HTMLElement];
    place.hidden = !row;
    label.textContent = row?.label ?? "";
    answer.replaceChildren(...withAddresses(row?.value ?? t`Not answered`));
    answer.classList.toggle("text-quiet", row?.value === undefined);
  }
  for (const place of all("#incomplete")) place.hidden = missing.length === 0;
  for (const place of all("#answers")) place.hidden = false;
}

/** As in web/ui/page/addresses.tsx, before React has come. */
function withAddresses(text: string) {
  return aroundAddresses(text).flatMap((part, index) => {
    if (index % 3 === 0) return part;
    const whole = Object.assign(document.createElement("bdi"), { className: "whitespace-nowrap", textContent: part });
    return index % 3 === 2 ? [document.createElement("wbr"), whole] : whole;
  });
}

function all(selector: string) {
  return document.querySelectorAll<HTMLElement>(selector);
}
