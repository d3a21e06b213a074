import { bandOf } from "../../../db/model/forecast/meaning.ts";
import type { Guidance, ReceivedApplication } from "../../api.ts";
import { guidanceNote } from "../../copy/claims/claims.ts";
import { Gauge } from "../../ui/page/gauge.tsx";
import { CarBudget } from "../money/car-budget.tsx";
import { bandWords, improvementWords, meaningWords } from "./meaning-words.ts";

/** The third block: where the applicant stands, what that means, the score, what would help, and which lenders fit. */
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
    <section className="py-6 sm:py-12">
      <h2 className="text-h3">Your forecast</h2>
      {score !== null && (
        <div className="mt-3 flex flex-wrap items-center gap-x-12 gap-y-3 rounded-card bg-sand p-4 sm:p-8">
          <div className="min-w-0 grow basis-72">
            <h3 className="text-bluebonnet text-h2">{bandWords[bandOf(score)]}</h3>
            {guidance?.meaning && (
              <p className="mt-1 max-w-text sm:text-lead">{meaningWords(guidance.meaning, guidance.strengths)}</p>
            )}
          </div>
          <div className="flex items-center gap-4 sm:block sm:text-center">
            <Gauge score={score} className="mx-auto w-20 sm:w-48" />
            <div>
              <p className="font-semibold">AI Forecast Score: {score}/100</p>
              <p className="text-quiet text-sm">{guidanceNote()}</p>
            </div>
          </div>
        </div>
      )}
      {guidance && guidance.contactStoppedAt === null && <Helps application={application} guidance={guidance} />}
    </section>
  );
}

function Helps({ application, guidance }: { application: ReceivedApplication; guidance: Guidance }) {
  const { improvements, lenders } = guidance;
  return (
    <div className="mt-4 grid grid-cols-1 items-start gap-x-12 gap-y-4 sm:mt-8 lg:grid-cols-2 print:gap-3">
      <div>
        <h3 className="text-base">What would help</h3>
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
      </div>
      {lenders && (
        <div className="no-print lg:col-start-2 lg:row-span-2 lg:row-start-1">
          <h3 className="text-base">{lenders.title}</h3>
          <p className="mt-1 max-w-text">{lenders.text.join(" ")}</p>
        </div>
      )}
      <CarBudget application={application} guidance={guidance} />
    </div>
  );
}
