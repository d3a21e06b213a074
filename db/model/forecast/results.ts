import { BANDS, type Band } from "./meaning.ts";

/** With fewer outcomes than this, a share of them would be chance. */
export const OUTCOMES_NEEDED = 350;

/** How many applications of a band a lender decided, and approved within 30 days. */
export interface BandResult {
  band: Band;
  decided: number;
  approved: number;
}

/** How many outcomes there are, and how each band did, the lowest first; null while they are too few. */
export interface ForecastResults {
  outcomes: number;
  bands: BandResult[] | null;
}

/** What can be said of these results, given in any order. */
export function resultsOf(found: BandResult[]): ForecastResults {
  const outcomes = found.reduce((sum, { decided }) => sum + decided, 0);
  const inOrder = found.toSorted((a, b) => BANDS.indexOf(a.band) - BANDS.indexOf(b.band));
  return { outcomes, bands: outcomes < OUTCOMES_NEEDED ? null : inOrder };
}
