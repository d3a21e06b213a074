import { t } from "../words.ts";

/** What our 'within 24 hours' means where we are open Monday to Saturday: said once on a page or in a mail. */
export function replyDay() {
  return t`the same day or the next business day`;
}
