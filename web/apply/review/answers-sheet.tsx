import { CircleAlert, CircleCheck } from "lucide-react";
import { memo } from "react";
import { labelOf } from "../../../db/model/form/answer-words.ts";
import { fieldsOf, questions, STEPS, type Step } from "../../../db/model/form/application.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { Link } from "../../ui/link.tsx";
import { sections } from "../sections.ts";

/**
 * A card with a place for every answer of each page of the form. fill-in.ts puts the answers there and shows what
 * applies, before React has come and afterwards.
 */
export const AnswersSheet = memo(function AnswersSheet() {
  return (
    <div id="answers" hidden className="grid grid-cols-1 gap-2 sm:gap-4">
      <div id="incomplete" hidden className="rounded-card border-sun border-l-4 bg-sand px-4 py-3">
        <h2 className="text-h3">Incomplete Application</h2>
        <p>Before you submit, please complete what is marked below.</p>
      </div>
      {STEPS.map((step) => (
        <section
          key={step}
          data-section={step}
          aria-label={sections[step].title()}
          className="group/card rounded-card border border-line bg-card px-4 py-0.5 sm:px-5 sm:py-1.5"
        >
          <Heading step={step} />
          <dl className="hidden pb-1 sm:pb-2.5 group-data-complete/card:block">
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
  );
});

function Heading({ step }: { step: Step }) {
  const title = sections[step].title();
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <CircleCheck aria-hidden="true" className="hidden size-5 shrink-0 text-leaf group-data-complete/card:block" />
      <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-amber group-data-complete/card:hidden" />
      <h2 className="wrap-anywhere min-w-0 grow basis-24 text-base text-ink leading-tight sm:text-lead">{title}</h2>
      <span data-state="" suppressHydrationWarning className="text-amber text-sm group-data-complete/card:sr-only">
        {""}
      </span>
      <Link to={paths.step(step)} className="no-print link -my-2 inline-flex sm:-my-1 min-h-11 items-center pl-2">
        Edit<span className="sr-only"> {title}</span>
      </Link>
    </div>
  );
}
