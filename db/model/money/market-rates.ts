import { t } from "../words.ts";

const USED_CAR = 11.4;

/**
 * What others paid on average, for new cars by credit score and for used cars of all scores: an illustration, never a
 * preset. Read in articles that quote the report, since it asks for a sign-up; rates for used cars by score were not found
 * in two that agree. Look for a newer quarter at experian.com/automotive/auto-credit-trends.
 */
export const marketRates = {
  source: "Experian, State of the Automotive Finance Market",
  get date() {
    return t`third quarter of 2025`;
  },
  /** `score` is null for used cars. */
  rates: [
    { score: "781-850", percent: 4.88 },
    { score: "661-780", percent: 6.51 },
    { score: "601-660", percent: 9.77 },
    { score: "501-600", percent: 13.34 },
    { score: "300-500", percent: 15.85 },
    { score: null, percent: USED_CAR },
  ],
  /** All scores together. */
  average: { newCar: 6.56, usedCar: USED_CAR },
};
