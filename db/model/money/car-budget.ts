import type { ApplicationForm } from "../form/application.ts";
import {
  answerTo,
  type CalculatorField,
  HIGHEST_USUAL_SHARE,
  readInputs,
  USUAL_SHARE,
  USUAL_TERM,
} from "./calculator.ts";
import { marketRates } from "./market-rates.ts";

/** In whole dollars, shares of income rounded down and so are prices: rather a little less than too much. */
export interface CarBudget {
  /** A month, for payment and insurance together: what lenders commonly accept (`USUAL_SHARE` and up). */
  least: number;
  most: number;
  /** A month; 0 when nobody asked. */
  housing: number;
  down: number;
  months: number;
  /** What a payment of `least` carries at the average rates of others; `score` is null for used cars of all scores. */
  prices: { score: string | null; percent: number; price: number }[];
}

/** A judgement of ours: a share of less income, in dollars a month, tells nothing about a car. */
const LEAST_INCOME = 500;

/**
 * What the stated income and down payment could mean a month, by the calculator with the usual tax, fees and term: an
 * illustration that knows neither the rate nor the insurance. Null where figures would mislead: for little income, and
 * for amounts with which the calculator finds no loan.
 */
export function carBudgetOf({
  grossMonthlyIncome,
  cashDownPayment: down,
  monthlyRentMortgage: housing = 0,
}: Pick<ApplicationForm, "grossMonthlyIncome" | "cashDownPayment" | "monthlyRentMortgage">): CarBudget | null {
  if (grossMonthlyIncome < LEAST_INCOME) return null;
  const [least, most] = [USUAL_SHARE, HIGHEST_USUAL_SHARE].map((share) =>
    Math.floor((grossMonthlyIncome * share) / 100),
  ) as [number, number];
  const rates = [
    ...marketRates.newCars.map((each) => ({ ...each, vehicle: "new" })),
    { score: null, percent: marketRates.average.usedCar, vehicle: "used" },
  ];
  const prices = rates.flatMap(({ score, percent, vehicle }) => {
    const price = priceIn({ want: "price", payment: least, down, rate: percent, months: USUAL_TERM, vehicle });
    return price === null ? [] : [{ score, percent, price }];
  });
  if (prices.length < rates.length) return null;
  return { least, most, housing, down, months: USUAL_TERM, prices };
}

/** The price in whole dollars that the calculator finds for what an address could ask, if it finds a loan. */
function priceIn(asked: Partial<Record<CalculatorField, string | number>>) {
  const { inputs, refused } = readInputs((field) => asked[field]?.toString() ?? null);
  const { purchase, financing } = answerTo(inputs);
  return refused.length === 0 && purchase && financing ? Math.floor(purchase.price / 100) : null;
}
