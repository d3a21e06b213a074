import { dollars } from "../../../db/model/money/amount.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";
import { MarketRatesTable } from "../../copy/claims/market-rates.tsx";

export type Budget = NonNullable<Guidance["carBudget"]>;

/** Prices that the budget could pay for, at the rates that others paid. */
export function CarPrices({ budget: { down, months, prices, ...budget } }: { budget: Budget }) {
  const [least, rest] = [dollars(budget.least), dollars(budget.most - budget.least)];
  const whatFollows =
    down > 0
      ? t`With ${{ down: dollars(down) }} down and ${months} payments, the price of the car could be:`
      : t`With nothing down and ${months} payments, the price of the car could be:`;
  return (
    <>
      <p className="mt-3">
        Say {least} goes to the loan and insurance stays within the other {rest}. {whatFollows} Sales tax, title,
        registration and the dealer’s paperwork are already counted.
      </p>
      <div className="mt-3">
        <MarketRatesTable rows={prices} />
      </div>
      <p className="text-sm">
        Each rate is taken as the APR: no lender fee is included, and a fee makes the APR higher. All of this comes from
        your answers alone. What counts is the lender’s own paperwork.
      </p>
    </>
  );
}
