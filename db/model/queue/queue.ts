import { type ApplicationForm, DOWN_PAYMENT_TIMES, PURCHASE_TIMELINES } from "../form/application.ts";
import { promisedBy } from "../time/business-hours.ts";

/** `dueAt` of an application whose applicant asked us to stop: no promise runs, and it goes last. */
export const NO_PROMISE = new Date(8.64e15);

/**
 * An application's fixed place in the desk's queue: first who is closest to a broken promise, then the sooner purchase,
 * then the readier down payment. `dueAt` is by when we promised an answer; whoever waits longest beyond it stays in front. A
 * booked call does not move it, nor the counts of broken promises that read it: the queue sorts by the call itself. The score
 * has no part in it.
 */
export function queuePlaceOf(
  { purchaseTimeline, downPaymentAvailable }: Pick<ApplicationForm, "purchaseTimeline" | "downPaymentAvailable">,
  appliedAt: Date,
) {
  const queueRank =
    PURCHASE_TIMELINES.indexOf(purchaseTimeline) * DOWN_PAYMENT_TIMES.length +
    DOWN_PAYMENT_TIMES.indexOf(downPaymentAvailable);
  return { dueAt: promisedBy(appliedAt), queueRank };
}

/** A city as it is compared: in lower case and without accents, since people leave them out. */
export function foldedCity(city: string) {
  return city.normalize("NFD").replace(/\p{M}/gu, "").trim().toLowerCase();
}
