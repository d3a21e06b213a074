import { t } from "../words.ts";
import { byDayAndHour } from "./promised-time.ts";
import type { Time } from "./time-in-words.ts";

/**
 * When and how we answer: on pages, in mails and in both languages. Where a date is known it speaks, and the 24 hours that our pages
 * promise stand below it; elsewhere they stand alone. Dates come from `promisedBy`.
 */

/** How we answer somebody: with a call, unless they said no to calls. */
export type AnswerWay = "call" | "email";

/** "We'll call you by Monday, 8 PM Central." `by`: null once no time can be promised. */
export function weWillAnswer(way: AnswerWay, by: Time | null, now: Date) {
  if (by === null) return way === "call" ? t`We'll call you as soon as we can.` : t`We'll email you as soon as we can.`;
  const promise = byDayAndHour(by, now);
  return way === "call" ? t`We'll call you ${promise}.` : t`We'll email you ${promise}.`;
}

/** Below such a date, or alone before it is known. */
export function replyNote() {
  return t`You'll hear from us within 24 hours or the next business day: Monday to Saturday, 8 AM to 8 PM Central.`;
}

/** What 'within 24 hours' means when we are closed on Sundays. Said once per page or mail that knows no date. */
export function replyDay() {
  return t`the same day or the next business day`;
}
