import type { ClaimName } from "../../../db/model/site/claim.ts";
import { t } from "../../../db/model/words.ts";

/** A build that is no live site's: it says everything in the customer's words, and that it is a demonstration. */
const DEMO = "demo";

/** The names of claims that this build leaves out, since nothing proves them on the live site (worker/run/deploy). */
function unsaid(): string {
  return import.meta.env?.VITE_UNSAID_CLAIMS ?? DEMO;
}

/** Whether pages make this claim. Otherwise they say something that is true without it. */
export function isSaid(claim: ClaimName) {
  return !unsaid().split("|").includes(claim);
}

/** The items whose claim pages make. */
export function said<Item extends { claim: ClaimName }>(items: Item[]) {
  return items.filter(({ claim }) => isSaid(claim));
}

/** Marks a demonstration as one. */
export function demoNote() {
  return unsaid() === DEMO ? t`Demo: figures are not proven.` : "";
}
