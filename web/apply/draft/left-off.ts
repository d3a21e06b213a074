import type { Field, Step } from "../../../db/model/form/application.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { device, tab } from "../../storage.ts";
import type { Stored } from "./draft.ts";
import { DRAFT } from "./storage-name.ts";

/** For each step, in order, an answer that Continue always requires. */
const ANSWER_OF: Record<Step, Field> = {
  contact: "fullName",
  employment: "employmentType",
  residence: "housingType",
  "banking-credit": "bankruptcyStatus",
  downpayment: "autoFinanceHistory",
};

/** The first unfinished step of a stored draft; undefined without one. Small, because /apply loads no React. */
export function leftOff(): Step | "review" | undefined {
  const { answers, typed, until } = (tab.read(DRAFT) ?? device.read(DRAFT) ?? {}) as Stored;
  const hasText = Object.values({ ...answers, ...typed }).some((value) => value !== "");
  if (!hasText || !(until > Date.now())) return;
  const steps = Object.keys(ANSWER_OF) as Step[];
  return steps.find((step) => answers?.[ANSWER_OF[step]] === undefined) ?? "review";
}

/** Shows the way to that step in place of the way into the form, on the page as served and also after Back. */
export function showLeftOff() {
  const step = leftOff();
  const link = document.querySelector<HTMLAnchorElement>("#left-off");
  if (step) link?.setAttribute("href", addressOf(`/apply/${step}`));
  link?.toggleAttribute("hidden", step === undefined);
  link?.previousElementSibling?.toggleAttribute("hidden", step !== undefined);
}
