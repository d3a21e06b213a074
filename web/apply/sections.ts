import { STEPS, type Step } from "../../db/model/form/application.ts";
import { t } from "../../db/model/words.ts";

/** The title of each form page on the review, and its place on the progress bar. Step 4 has two pages. */
export const sections: Record<Step, { number: number; part?: () => string; title: () => string }> = {
  contact: { number: 1, title: () => t`Contact Information` },
  employment: { number: 2, title: () => t`Employment` },
  residence: { number: 3, title: () => t`Residence` },
  "banking-credit": { number: 4, part: () => t`Part 1: Banking`, title: () => t`Banking & Credit` },
  downpayment: { number: 4, part: () => t`Part 2: Auto history`, title: () => t`Auto History & Down Payment` },
};

export const progress = () => [t`Contact`, t`Employment`, t`Residence`, t`Banking`, t`Review`];

/** How much of a step on the progress bar is answered, in percent. The review is done once it is sent. */
export function percentDone(number: number, missing: Step[]) {
  const pages = STEPS.filter((step) => sections[step].number === number);
  const done = pages.filter((step) => !missing.includes(step));
  return pages.length > 0 ? (100 * done.length) / pages.length : 0;
}

/** The page after a step: the review once every other step is answered. */
export function pageAfter(step: Step, missing: Step[]): Step | "review" {
  const isLast = missing.every((other) => other === step);
  return (!isLast && STEPS[STEPS.indexOf(step) + 1]) || "review";
}

/** The button of a step whose next page is the review. */
export const returnLabel = () => t`Save and return to review`;
