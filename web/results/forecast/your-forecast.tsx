import type { Guidance, ReceivedApplication } from "../../api.ts";
import { guidanceNote } from "../../copy/claims/claims.ts";
import { CarBudget } from "../money/car-budget.tsx";
import { improvementWords, meaningWords } from "./meaning-words.ts";
import { Road } from "./road.tsx";

/** The third block: what would help, which lenders fit, the meaning of the forecast, and last its number. */
export function YourForecast({
  application,
  guidance,
}: {
  application: ReceivedApplication;
  guidance: Guidance | undefined;
}) {
  const { scoresForecast: score } = application;
  if (!guidance && score === null) return null;
  return (
    <section className="grid grid-cols-1 gap-x-12 gap-y-6 py-8 sm:py-12 lg:grid-cols-[3fr_2fr] print:gap-3">
      <div>
        <h2 className="text-h3">Your forecast</h2>
        {guidance && <WhatHelps guidance={guidance} />}
        {guidance && <CarBudget application={application} guidance={guidance} />}
      </div>
      {score !== null && (
        <div className="self-start rounded-card bg-sand p-5 sm:p-7">
          <Road score={score} />
          <p className="mt-4 text-sm tabular-nums">AI Forecast Score: {score}/100</p>
          <p className="text-quiet text-sm">{guidanceNote()}</p>
        </div>
      )}
    </section>
  );
}

function WhatHelps({ guidance: { meaning, strengths, improvements, lenders } }: { guidance: Guidance }) {
  return (
    <>
      {meaning && <p className="mt-3 max-w-text text-lead">{meaningWords(meaning, strengths)}</p>}
      <h3 className="mt-5 text-base">What would help</h3>
      <ul className="mt-2 grid list-disc gap-1 pl-5">
        {improvements.map((improvement) => (
          <li key={improvement.change}>
            {improvementWords(improvement)}:{" "}
            <span className="whitespace-nowrap text-quiet tabular-nums">
              {improvement.from} → {improvement.to}
            </span>
          </li>
        ))}
        {!improvements.some(({ change }) => change === "downPayment") && (
          <li>More money down: you borrow less, whatever the forecast says</li>
        )}
      </ul>
      {lenders && (
        <div className="no-print mt-5">
          <h3 className="text-base">{lenders.title}</h3>
          <p className="mt-1 max-w-text">{lenders.text.join(" ")}</p>
        </div>
      )}
    </>
  );
}
