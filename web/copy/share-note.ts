import { t } from "../../db/model/words.ts";

/** Goes with every amount that is a share of income. */
export const shareNote = () =>
  t`Lenders often look for a payment and insurance within 15 to 20% of income. That’s a rule of thumb, not a promise.`;
