import type { LenderCategory } from "../directory/lenders.ts";
import type { Band } from "../forecast/meaning.ts";

/**
 * How likely a kind of lender says yes before its own answers tell. Nobody publishes approvals by kind of lender and credit, so
 * this is derived from loans: how a kind's loans are spread over credit scores, compared with those of the whole market. The bands
 * of the forecast stand for scores below 660, from 660 to 720, and above.
 */

type Spread = Record<Band, number>;

/**
 * Of 100 loans, how many went to each band.
 * - Major banks and credit unions: Equifax, in CUNA News, 'My Story: By the Numbers', autumn of 2022.
 * - The whole market below 660: Experian, State of the Automotive Finance Market, second quarter of 2023, as are the shares by which the
 *   rest is divided: banks 24.84%, credit unions 22.49%, manufacturers' own companies 29.05%, finance companies and small lots 23.61%.
 * - Specialty lenders below 660: Experian, of finance companies and small lots, in Auto Remarketing, 'Experian spots uptick in Q2
 *   captives' high-risk financing' (about 2015; of used cars, below 600).
 * - Auto finance companies below 660: what then remains of the market. The same article has 21% of used cars below 600.
 * - Wherever only 'below 660' is known, 71 of 100 other loans count as above 720, as with banks and credit unions together.
 */
const LOANS: Record<LenderCategory | "market", Spread> = {
  "Major banks": { low: 14, middle: 21, high: 65 },
  "Credit unions": { low: 23, middle: 26, high: 51 },
  "Auto finance companies": { low: 25, middle: 22, high: 53 },
  "Specialty lenders": { low: 71, middle: 8, high: 21 },
  market: { low: 33, middle: 19, high: 48 },
};

/** A kind that lends in a band as the market does approves every second application. */
const AS_THE_MARKET = 50;
/** The figures are not more exact. Kinds that differ by less count as equal. */
const STEP = 5;
const MOST = 90;

/** In percent, in steps of 5, at most 90. `null`: a dealer, of whom nothing is known. */
export function priorOf(category: LenderCategory | null, band: Band) {
  if (category === null) return AS_THE_MARKET;
  const likelihood = (AS_THE_MARKET * LOANS[category][band]) / LOANS.market[band];
  return Math.min(MOST, STEP * Math.round(likelihood / STEP));
}

/**
 * The kinds from the cheapest for the applicant on. Credit unions ask for less than banks (Datatrac, August 2022, in the same article of
 * CUNA News), and both for less than finance companies and small lots (CFPB, 'Subprime Auto Loan Outcomes by Lender Type', September
 * 2021: 10% against 15% to 20% below 620). In between stand the manufacturers' own companies.
 */
export const CHEAPEST_FIRST: readonly LenderCategory[] = [
  "Credit unions",
  "Major banks",
  "Auto finance companies",
  "Specialty lenders",
];
