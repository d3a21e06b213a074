import { countsJobTime } from "../../../db/model/forecast/forecast.ts";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import { type Field, fieldsOf, STEPS } from "../../../db/model/form/application.ts";
import { attributionLabels } from "../../../db/model/site/source.ts";
import { sections } from "../../apply/sections.ts";
import type { Case } from "../api.ts";
import { Part } from "../parts/part.tsx";

/** The answers that a specialist needs first. */
const SHORT: Field[] = [
  "purchaseTimeline",
  "cashDownPayment",
  "grossMonthlyIncome",
  "employmentType",
  "timeOnCurrentJobYears",
  "housingType",
  "autoFinanceHistory",
  "bankruptcyStatus",
];

const ORIGIN = Object.keys(attributionLabels) as (keyof typeof attributionLabels)[];

/** The most important answers, and the flags. */
export function CaseFacts({ application: { answers, flags } }: { application: Case }) {
  return (
    <Part id="flags" title="In short">
      {flags.length > 0 && (
        <ul aria-label="Flags" className="mb-3 grid gap-1">
          {flags.map(({ code, level, note }) => (
            <li key={code} className={level === "attention" ? "font-semibold text-alert" : ""}>
              {level === "attention" ? "Attention" : "For information"}: {note}
            </li>
          ))}
        </ul>
      )}
      <dl className="grid grid-cols-2 gap-x-4 gap-y-3 leading-snug">
        {answerRows(shortly(answers), answers).map(({ field, label, value }) => (
          <div key={field} className="min-w-0">
            <dt className="text-quiet text-sm">{label}</dt>
            <dd>{value ?? <span className="font-normal text-quiet">Not answered</span>}</dd>
          </div>
        ))}
      </dl>
    </Part>
  );
}

/** The facts, without time on the job if that does not count. */
function shortly(answers: Case["answers"]) {
  return SHORT.filter((field) => field !== "timeOnCurrentJobYears" || countsJobTime(answers));
}

/** All answers, as they were sent. */
export function AnswerCards({ application: { id, answers, attribution } }: { application: Case }) {
  const cameFrom = ORIGIN.filter((name) => attribution[name]);
  return (
    <Part title="All answers">
      <p className="mb-4 text-quiet text-sm">Application number {id}</p>
      {STEPS.map((step) => (
        <div key={step} className="not-first:mt-5">
          <h3 className="text-base">{sections[step].title()}</h3>
          <dl className="mt-1 divide-y divide-line">
            {answerRows(fieldsOf(step), answers).map(({ field, label, value }) => (
              <div key={field} className="grid gap-x-4 py-1.5 sm:grid-cols-2">
                <dt className="text-quiet">{label}</dt>
                <dd className="min-w-0">{value ?? <span className="font-normal text-quiet">Not answered</span>}</dd>
              </div>
            ))}
          </dl>
        </div>
      ))}
      {cameFrom.length > 0 && (
        <div className="mt-5">
          <h3 className="text-base">How they found us</h3>
          <dl className="mt-1 divide-y divide-line">
            {cameFrom.map((name) => (
              <div key={name} className="grid gap-x-4 py-1.5 sm:grid-cols-2">
                <dt className="text-quiet">{attributionLabels[name]}</dt>
                <dd className="min-w-0 break-words">{attribution[name]}</dd>
              </div>
            ))}
          </dl>
        </div>
      )}
    </Part>
  );
}
