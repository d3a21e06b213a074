import { t } from "../../db/model/words.ts";

/** What the calculator's fields and figures are called, wherever else they are shown. */
export const fieldLabels = {
  get price() {
    return t`Price of the car`;
  },
  get down() {
    return t`Money down`;
  },
  get rate() {
    return t`Rate a year`;
  },
  get months() {
    return t`Months to pay`;
  },
};

export const figureLabels = {
  get payment() {
    return t`Monthly payment`;
  },
  get apr() {
    return t`Annual percentage rate (APR)`;
  },
  get financeCharge() {
    return t`Finance charge`;
  },
  get totalOfPayments() {
    return t`Total of payments`;
  },
  get totalCost() {
    return t`Total cost, with what you bring`;
  },
};

export function estimate() {
  return t`An estimate, not an offer`;
}
