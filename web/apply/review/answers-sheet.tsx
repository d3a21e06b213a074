import { CircleAlert, CircleCheck } from "lucide-react";
import { memo } from "react";
import { labelOf } from "../../../db/model/form/answer-words.ts";
import { fieldsOf, questions, STEPS, type Step } from "../../../db/model/form/application.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { Link } from "../../ui/link.tsx";
import { sections } from "../sections.ts";

/**
 * Places for every answer: first a short row for each page of the form that is missing, then those with answers.
 * fill-in.ts puts the answers there and shows what applies, before React has come and afterwards.
 */
export const AnswersSheet = memo(function AnswersSheet() {
  return (
    <div id="answers" hidden className="group/answers grid grid-cols-1 gap-5">
      <div id="incomplete" hidden className="rounded-card border-sun border-l-4 bg-sand px-4 py-3">
        <h2 className="text-h3">Incomplete Application</h2>
        <p>Before you submit, please complete:</p>
        <ul className="mt-1">
          {STEPS.map((step) => (
            <li key={step} data-section={step} className="border-line border-t first:border-0 data-complete:hidden">
              <Heading step={step} />
            </li>
          ))}
        </ul>
      </div>
      <div>
        {STEPS.map((step) => (
          <section
            key={step}
            data-section={step}
            aria-label={sections[step].title()}
            className="hidden border-line border-t py-1 sm:py-3 data-complete:block"
          >
            <Heading step={step} isComplete />
            <dl className="mt-1">
              {fieldsOf(step)
                .filter((field) => questions[field].kind !== "months")
                .map((field) => (
                  <div key={field} data-answer={field} className="fact py-0.5 leading-tight sm:py-1">
                    <dt suppressHydrationWarning className="text-quiet text-sm">
                      {labelOf(field, {})}
                    </dt>
                    <dd suppressHydrationWarning className="max-sm:text-sm">
                      {""}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </div>
  );
});

function Heading({ step, isComplete }: { step: Step; isComplete?: boolean }) {
  const title = sections[step].title();
  const Title = isComplete ? "h2" : "h3";
  const StateIcon = isComplete ? CircleCheck : CircleAlert;
  return (
    <div className="flex items-center gap-x-2">
      <StateIcon aria-hidden="true" className={`size-5 shrink-0 ${isComplete ? "text-leaf" : "text-quiet"}`} />
      <Title className="wrap-anywhere min-w-0 flex-1 text-base text-ink leading-tight sm:text-lead">{title}</Title>
      <span data-state="" suppressHydrationWarning className="sr-only">
        {""}
      </span>
      <Link to={paths.step(step)} className="no-print link -my-1 inline-flex min-h-11 items-center pl-2 sm:my-0">
        Edit<span className="sr-only"> {title}</span>
      </Link>
    </div>
  );
}
