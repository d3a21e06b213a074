/**
 * What Texas takes when a car is bought, in cents. `web/copy/claims/claims.md` says of when each is, and whether the law
 * was read or only pages that quote it; later changes may have been missed. The law of today is at
 * statutes.capitol.texas.gov, the Administrative Code at sos.state.tx.us/tac, the amounts of the state and the counties at
 * txdmv.gov/motorists/register-your-vehicle; every county's tax office knows its own.
 */

/**
 * The state's tax on motor vehicles, 6.25% (Tax Code 152.021(b)), in cents, on the price less rebates and the *value* of
 * the trade-in, whatever is still owed on it (152.002(b)(1) and (5); rebates of maker and dealer: Comptroller's guide
 * 96-254). The nearest cent, never below 0. Cities and counties add nothing. A private sale is taxed on the greater of the
 * price and 80% of the car's presumptive value (152.0412), which is not known here. Current:
 * comptroller.texas.gov/taxes/motor-vehicle.
 */
export function salesTax({ price, rebate, tradeIn }: { price: number; rebate: number; tradeIn: number }) {
  return Math.round(taxedAmount({ price, rebate, tradeIn }) * TAX_SHARE);
}

/** The part of a price that is taxed, in cents. */
export function taxedAmount({ price, rebate, tradeIn }: { price: number; rebate: number; tradeIn: number }) {
  return Math.max(0, price - rebate - tradeIn);
}

/** The same 6.25% as a share. An exact binary fraction, so that no half cent is lost. */
export const TAX_SHARE = 1 / 16;

export interface Vehicle {
  isNew: boolean;
  isElectric: boolean;
}

/**
 * The usual fees of a purchase at a dealer, in cents, for a passenger car of up to 6,000 lbs. Cars in counties with tests
 * of emissions pay $2.75 more. Not among them: the $10 for license plates that a dealer must collect (43 Texas
 * Administrative Code 215.155(e)), and inventory tax that a dealer passes on (Tax Code 152.002(b)(7) names it). The page
 * says so.
 */
export const usualFees = {
  /**
   * $33 for residents of counties with bad air: those that the federal government names, and 'affected' ones (Health and Safety
   * Code 386.001(2)). $28 elsewhere: Transportation Code 501.138(a). The dearer one is preset, so that nobody is told too
   * little.
   */
  titleFee: () => 33_00,
  /**
   * $50.75 (Transportation Code 502.252) and $1 for the insurance check (502.357(a)). For one year; whether a new car pays
   * for two at once, as with inspection, was not found.
   */
  registrationFee: () => 51_75,
  /**
   * The county's own: up to $10 for roads (Transportation Code 502.401), up to $20 near the border and in some large
   * counties (502.402), up to $1.50 for child safety (502.403): $0 to $31.50. Most take $10.
   */
  localFee: () => 10_00,
  /** Processing and handling, in person or by mail (43 Texas Administrative Code 217.183). */
  processingFee: () => 4_75,
  /**
   * Replaces the fee of the yearly inspection since January 1, 2025: Transportation Code 548.510(a) to (c), as amended by
   * H.B. 3297 of 2023. A new car pays once for two years, if it is of this or last model year.
   */
  inspectionFee: ({ isNew }) => (isNew ? 16_75 : 7_50),
  /** Electric only, not hybrid: $200 a year, for a new car $400 for two (Transportation Code 502.360(b), S.B. 505 of 2023). */
  electricFee: ({ isNew, isElectric }) => (isElectric ? (isNew ? 400_00 : 200_00) : 0),
  /**
   * The dealer's fee for paperwork. No law sets it; up to $225 is presumed reasonable, and above that a dealer has to
   * justify it (7 Texas Administrative Code 84.205(b)). Cash buyers pay it too (Finance Code 348.006(c)(1)), so
   * it is no finance charge. Current: occc.texas.gov.
   */
  documentaryFee: () => 225_00,
} satisfies Record<string, (vehicle: Vehicle) => number>;

/** The two title fees: which county pays which is for its tax office to say. */
export const TITLE_FEES = [33_00, 28_00];

export type Fee = keyof typeof usualFees;
export const FEES = Object.keys(usualFees) as Fee[];
