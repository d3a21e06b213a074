import { type ApplicationForm, DOWN_PAYMENT_TIMES, PURCHASE_TIMELINES } from "./application.ts";
import { sameDayPromise } from "./business-hours.ts";

/**
 * An application's fixed place in the desk's queue: first who is closest to a broken promise, then the sooner purchase,
 * then the readier down payment. `dueAt` is the end of the same-day promise, always the first to break; whoever waits
 * longest beyond it stays in front. The score has no part in it.
 */
export function queuePlaceOf(
  { purchaseTimeline, downPaymentAvailable }: Pick<ApplicationForm, "purchaseTimeline" | "downPaymentAvailable">,
  appliedAt: Date,
) {
  const queueRank =
    PURCHASE_TIMELINES.indexOf(purchaseTimeline) * DOWN_PAYMENT_TIMES.length +
    DOWN_PAYMENT_TIMES.indexOf(downPaymentAvailable);
  return { dueAt: sameDayPromise(appliedAt), queueRank };
}
