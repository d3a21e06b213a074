import { dollars } from "../../../db/model/money/amount.ts";
import { marketRates } from "../../../db/model/money/market-rates.ts";
import { t } from "../../../db/model/words.ts";

interface Row {
  /** Null for used cars, which have no score. */
  score: string | null;
  percent: number;
  /** The price of a car that the visitor's payment could buy at this rate. */
  price?: number;
}

/**
 * What others paid for loans, and what that rate means for a payment. `toTake`: where a rate is taken for one's own
 * calculation. A sentence is one text for React.
 */
export function MarketRatesTable({
  rows = marketRates.rates,
  toTake,
}: {
  rows?: Row[];
  toTake?: (rate: string) => string;
}) {
  const { source, date, average } = marketRates;
  const hasPrices = rows.some(({ price }) => price !== undefined);
  return (
    <>
      <table className="w-full text-left text-sm tabular-nums">
        <caption className="text-left">
          {t`Average rates, ${date}: for new cars by credit score, for used cars one for all scores. An illustration, not an offer: yours depends on credit, vehicle and lender.`}
        </caption>
        {hasPrices && (
          <thead>
            <tr>
              <th className="pt-2">Credit score</th>
              <th className="pt-2 text-right">Rate (APR)</th>
              <th className="pt-2 text-right">Price</th>
            </tr>
          </thead>
        )}
        <tbody>
          {rows.map(({ score, percent, price }) => (
            <tr key={score}>
              <th scope="row" className="font-normal">
                {score ?? t`Used cars, all scores`}
              </th>
              <td className="text-right">
                {toTake ? (
                  <a
                    href={toTake(String(percent))}
                    data-rate={percent}
                    className="link inline-flex min-h-8 items-center"
                  >
                    {t`Use ${{ rate: inPercent(percent) }}`}
                  </a>
                ) : (
                  inPercent(percent)
                )}
              </td>
              {price !== undefined && <td className="whitespace-nowrap pl-3 text-right">{dollars(price)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="py-3 text-sm">
        {t`Loans for used cars cost more: ${{ usedCar: inPercent(average.usedCar) }} on average, against ${{ newCar: inPercent(average.newCar) }} for new ones. Source: ${source}.`}
      </p>
    </>
  );
}

function inPercent(rate: number) {
  return `${rate.toFixed(2)}%`;
}
