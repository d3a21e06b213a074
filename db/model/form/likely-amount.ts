import { amountIn } from "../money/amount.ts";

const SPOKEN = /(\d(?:[\d.,'’\s]*\d)?)\s*(k|grand|thousand|hundred)?\b/i;

/** The whole dollars that somebody may mean by an amount as it is said: 2000 for 'about 2 grand'; null if there is none. */
export function likelyAmount(said: string) {
  const [, typed, unit = ""] = SPOKEN.exec(said) ?? [];
  const number = typed === undefined ? null : amountIn(typed);
  if (number === null) return null;
  const factor = unit === "" ? 1 : unit.toLowerCase() === "hundred" ? 100 : 1000;
  return Math.round(number * factor);
}
