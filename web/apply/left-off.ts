import type { Field, Step } from "../../db/model/application.ts";
import { DRAFT } from "./storage-name.ts";

/** One answer of each step that its Continue never goes on without, in the order of the steps. */
const ANSWER_OF: Record<Step, Field> = {
  contact: "fullName",
  employment: "employmentType",
  residence: "housingType",
  "banking-credit": "bankruptcyStatus",
  downpayment: "autoFinanceHistory",
};

/** The first step that a stored draft leaves unfinished; undefined when none is stored. Light, since /apply has no React. */
export function leftOff(): string | undefined {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? localStorage.getItem(DRAFT) ?? "{}");
    const hasText = Object.values({ ...draft.answers, ...draft.typed }).some((value) => value !== "");
    if (!hasText || !(draft.until > Date.now())) return;
    const unfinished = Object.entries(ANSWER_OF).find(([, field]) => draft.answers[field] === undefined);
    return unfinished ? unfinished[0] : "review";
  } catch {
    return;
  }
}

/** On the page as it was served: shows the link to there, also when one comes back to the page. */
export function showLeftOff() {
  const step = leftOff();
  const link = document.querySelector<HTMLAnchorElement>("#left-off");
  if (step) link?.setAttribute("href", `/apply/${step}`);
  link?.classList.toggle("invisible", step === undefined);
}
