import { dollars } from "../../../db/model/money/amount.ts";
import { carBudgetOf } from "../../../db/model/money/car-budget.ts";
import { marketRates } from "../../../db/model/money/market-rates.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { shareNote } from "../../copy/share-note.ts";
import type { Case } from "../api.ts";
import { Fold } from "../parts/part.tsx";

/** The applicant's budget as the results page shows it, in one line. */
export function MonthlyCost({ answers }: Pick<Case, "answers">) {
  const budget = carBudgetOf(answers);
  const used = budget?.prices.at(-1);
  return (
    <Fold title="What this could mean a month">
      {budget && used ? (
        <>
          <p>
            <strong>
              {dollars(budget.least)} to {dollars(budget.most)}
            </strong>{" "}
            for payment and insurance. {dollars(budget.least)} a month, {budget.months} months at{" "}
            {used.percent.toFixed(2)}% APR, carries a used car of <strong>{dollars(used.price)}</strong>. An estimate,
            not an offer.
          </p>
          <p className="mt-2 text-quiet text-sm">
            {shareNote()} With {dollars(budget.down)} down and the usual tax and fees. The rate is what others paid for
            used cars on average: {marketRates.source}, {marketRates.date}.
          </p>
        </>
      ) : (
        <p>With this income and money down no figure would help. The applicant was shown none.</p>
      )}
      <p>
        {/* A page load, because the desk's style sheet does not suit other pages. */}
        <a
          href={budget ? paths.budget(budget) : "/calculator"}
          className="link inline-flex min-h-11 items-center font-semibold"
        >
          Open in the calculator
        </a>
      </p>
    </Fold>
  );
}
