import { t } from "../words.ts";

/**
 * When we answer, where no date is known, and below one that is. The sentence with the date is `weWillAnswer` (promised-time.ts), which
 * those pages alone load that have it.
 */

/** Below the date of our answer, or alone before it is known. */
export function replyNote() {
  return t`You’ll hear from us within 24 hours or the next business day: Monday to Saturday, 8 AM to 8 PM Central.`;
}

/** What 'within 24 hours' means when we are closed on Sundays. Said once per page or mail that knows no date. */
export function replyDay() {
  return t`the same day or the next business day`;
}

/** To whoever has sent a message: the page has said what the 24 hours mean. */
export function messageReceived() {
  return t`Thank you for contacting us. We'll get back to you within 24 hours.`;
}
