import {
  answerTo,
  type CalculatorField,
  HIGHEST_USUAL_SHARE,
  readInputs,
  USUAL_SHARE,
  USUAL_TERM,
} from "./calculator.ts";
import { marketRates } from "./market-rates.ts";

/** In whole dollars. Shares of income and prices are rounded down: rather too little than too much. */
export interface CarBudget {
  /** A month, for payment and insurance: what lenders commonly accept (`USUAL_SHARE` and up). */
  least: number;
  most: number;
  /** A month; 0 if nobody asked. */
  housing: number;
  down: number;
  months: number;
  /** What a payment of `least` can carry at others' average rates. `score` is null for used cars of all scores. */
  prices: { score: string | null; percent: number; price: number }[];
}

/** In dollars, named as the questions are. */
interface Means {
  grossMonthlyIncome: number;
  cashDownPayment: number;
  monthlyRentMortgage?: number;
}

/** Our own judgment, in dollars a month: a share of less income says nothing about a car. */
const LEAST_INCOME = 500;

/**
 * What income and down payment could mean a month, with usual tax, fees and term: an illustration without a known rate
 * or insurance. Null if figures would mislead: for little income, or if the calculator finds no loan.
 */
export function carBudgetOf({
  grossMonthlyIncome,
  cashDownPayment: down,
  monthlyRentMortgage: housing = 0,
}: Means): CarBudget | null {
  if (grossMonthlyIncome < LEAST_INCOME) return null;
  const [least, most] = [USUAL_SHARE, HIGHEST_USUAL_SHARE].map((share) =>
    Math.floor((grossMonthlyIncome * share) / 100),
  ) as [number, number];
  const prices = marketRates.rates.flatMap(({ score, percent }) => {
    const vehicle = score === null ? "used" : "new";
    const price = priceIn({ want: "price", payment: least, down, rate: percent, months: USUAL_TERM, vehicle });
    return price === null ? [] : [{ score, percent, price }];
  });
  if (prices.length < marketRates.rates.length) return null;
  return { least, most, housing, down, months: USUAL_TERM, prices };
}

/** The calculator's price in whole dollars for these fields of an address, if it finds a loan. */
function priceIn(asked: Partial<Record<CalculatorField, string | number>>) {
  const { inputs, refused } = readInputs((field) => asked[field]?.toString() ?? null);
  const { purchase, financing } = answerTo(inputs);
  return refused.length === 0 && purchase && financing ? Math.floor(purchase.price / 100) : null;
}
