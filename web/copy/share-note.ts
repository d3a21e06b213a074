import { t } from "../../db/model/words.ts";

/** Stands wherever a share of income is turned into an amount. */
export const shareNote = () =>
  t`Lenders often look for a payment and insurance within 15 to 20% of income. That's a rule of thumb, not a promise.`;
