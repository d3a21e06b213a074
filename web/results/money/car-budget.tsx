import { lazy } from "react";
import { dollars } from "../../../db/model/money/amount.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance, ReceivedApplication } from "../../api.ts";
import { shareNote } from "../../copy/share-note.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Opening } from "../opening.tsx";
import type { Budget } from "./car-prices.tsx";

const CarPrices = lazy(() => import("./car-prices.tsx").then((module) => ({ default: module.CarPrices })));

/** What the stated income could mean for a car: an illustration, folded. Never printed, since a seller might see it. */
export function CarBudget({
  application: { grossMonthlyIncome: income },
  guidance: { carBudget: budget, progress },
}: {
  application: ReceivedApplication;
  guidance: Guidance;
}) {
  if (progress.now.code === "closed") return null;
  const monthlyIncome = dollars(income);
  return (
    <details id="budget" className="fold no-print">
      <summary>
        <span>
          What this could mean a month
          {budget && (
            <span className="block font-display text-h3">{t`${{ least: dollars(budget.least) }} to ${{ most: dollars(budget.most) }}`}</span>
          )}
        </span>
      </summary>
      {budget ? (
        <>
          <p className="mt-3">For a car payment and insurance together, out of your {monthlyIncome} before taxes.</p>
          {budget.housing > 0 && <p className="mt-2">{housingText(income, budget)}</p>}
          <p className="mt-2 text-quiet text-sm">{shareNote()}</p>
          <Opening id="prices" title="See the car price that fits">
            <CarPrices budget={budget} />
          </Opening>
        </>
      ) : (
        <p className="mt-2">
          What fits depends on all of your income and costs. Your specialist can go over them with you, and the
          calculator shows what a price costs a month.
        </p>
      )}
      <ButtonLink look="outline" to={budget ? paths.budget(budget) : "/calculator"} className="mt-4">
        Open the calculator
      </ButtonLink>
    </details>
  );
}

function housingText(income: number, budget: Budget) {
  const housing = dollars(budget.housing);
  const left = income - budget.housing - budget.most;
  if (left <= 0) {
    return t`Your housing takes ${housing} a month of the same income: look at both together before you choose a payment.`;
  }
  const [least, most] = [dollars(left), dollars(income - budget.housing - budget.least)];
  return t`Your housing takes ${housing} a month. With both paid, ${least} to ${most} before taxes is left for everything else.`;
}
