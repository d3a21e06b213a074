import { t } from "../words.ts";

/** What 'within 24 hours' means when we are closed on Sundays. Said once per page or mail. */
export function replyDay() {
  return t`the same day or the next business day`;
}
