import { Check } from "lucide-react";
import type { Improvement } from "../../../db/model/forecast/forecast.ts";
import { dollars } from "../../../db/model/money/amount.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";
import { Card } from "../../ui/card.tsx";

/** The applicant's strengths, if any, and what would help, which is always shown. */
export function WhatHelps({ guidance: { strengths, improvements } }: { guidance: Guidance }) {
  return (
    <Card className={`grid grid-cols-1 gap-6 ${strengths.length > 0 ? "sm:grid-cols-2" : ""}`}>
      {strengths.length > 0 && (
        <div>
          <h2 className="text-h3">What works in your favor</h2>
          <ul className="mt-3 grid gap-2">
            {strengths.map((strength) => (
              <li key={strength} className="flex gap-2">
                <Check aria-hidden="true" className="mt-1 size-5 shrink-0 text-leaf" />{" "}
                <span className="first-letter:uppercase">{strength}</span>
              </li>
            ))}
          </ul>
        </div>
      )}
      <div>
        <h2 className="text-h3">What would help</h2>
        <ul className="mt-3 grid list-disc gap-2 pl-5">
          {improvements.map((improvement) => (
            <li key={improvement.change}>
              {improvementText(improvement)}:{" "}
              <span className="whitespace-nowrap text-quiet tabular-nums">
                {improvement.from} → {improvement.to}
              </span>
            </li>
          ))}
          {!improvements.some(({ change }) => change === "downPayment") && (
            <li>More money down: you borrow less, whatever the forecast says</li>
          )}
          <li>Your documents handy: a lender can answer sooner when nothing is missing</li>
        </ul>
        {improvements.length > 0 && (
          <p className="mt-3 text-quiet text-sm">The numbers are your forecast now and with that one change.</p>
        )}
      </div>
    </Card>
  );
}

function improvementText({ change, amount }: Improvement) {
  switch (change) {
    case "downPayment":
      return t`${{ amount: dollars(amount ?? 0) }} more down`;
    case "jobTime":
      return t`${{ amount: amount ?? 0 }} more months on your job`;
    case "bankAccount":
      return t`An active bank account`;
  }
}
