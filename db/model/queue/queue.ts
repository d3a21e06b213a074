import { DOWN_PAYMENT_TIMES, PURCHASE_TIMELINES } from "../form/application.ts";
import type { ApplicationForm } from "../form/submission.ts";
import { promisedBy } from "../time/business-hours.ts";

/** `dueAt` after a stop: no promise is running, and the case sorts last. */
export const NO_PROMISE = new Date(8.64e15);

/**
 * The first place in the desk's queue: by the time until our promise breaks, then sooner purchase, then sooner down
 * payment. The score does not count. Calls, wishes and plans move it (`queueTimeOf`).
 */
export function queuePlaceOf(
  { purchaseTimeline, downPaymentAvailable }: Pick<ApplicationForm, "purchaseTimeline" | "downPaymentAvailable">,
  appliedAt: Date,
) {
  const queueRank =
    PURCHASE_TIMELINES.indexOf(purchaseTimeline) * DOWN_PAYMENT_TIMES.length +
    DOWN_PAYMENT_TIMES.indexOf(downPaymentAvailable);
  const dueAt = promisedBy(appliedAt);
  return { dueAt, queueAt: dueAt, queueRank };
}

/** A city or name for comparison: lower case and without accents, which people often leave out. */
export function folded(text: string) {
  return text.normalize("NFD").replace(/\p{M}/gu, "").normalize("NFC").trim().toLowerCase();
}

/** The words of a name, or of a search for one: runs of letters and digits, folded, each once. */
export function nameWords(name: string) {
  return [...new Set(folded(name).match(/[\p{L}\p{N}]+/gu))];
}
