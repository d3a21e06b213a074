import { CircleAlert, CircleCheck } from "lucide-react";
import { memo } from "react";
import { Link } from "react-router-dom";
import { labelOf } from "../../../db/model/form/answer-words.ts";
import { fieldsOf, questions, STEPS, type Step } from "../../../db/model/form/application.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { Notice } from "../../ui/notice.tsx";
import { sections } from "../sections.ts";

/** Places for every answer, one section per page of the form. fill-in.ts puts them there, and shows what is asked. */
export const AnswersSheet = memo(function AnswersSheet() {
  return (
    <div id="answers" hidden className="grid grid-cols-1 gap-5">
      <Missing />
      <div className="rounded-card border border-line bg-card px-4 shadow-card sm:px-6">
        {STEPS.map((step) => (
          <Section key={step} step={step} />
        ))}
      </div>
    </div>
  );
});

/** Says what is missing; hidden once nothing is. */
function Missing() {
  return (
    <Notice kind="alert" id="incomplete" hidden>
      <h2 className="text-h3">Incomplete Application</h2>
      <p className="mt-1">Before you submit, please complete:</p>
      <ul>
        {STEPS.map((step) => (
          <li key={step} data-section={step} className="data-complete:hidden">
            <Link
              to={paths.step(step)}
              className="inline-flex min-h-8 items-center font-semibold underline underline-offset-4"
            >
              {sections[step].title()}
            </Link>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** The answers of a page, as the visitor reads them. One that is not answered is a short row. */
function Section({ step }: { step: Step }) {
  const title = sections[step].title();
  const fields = fieldsOf(step).filter((field) => questions[field].kind !== "months");
  return (
    <section
      data-section={step}
      aria-labelledby={`${step}-title`}
      className="group border-line border-t py-2 first:border-0"
    >
      <div className="flex flex-wrap items-center gap-x-2">
        <CircleCheck aria-hidden="true" className="hidden size-5 shrink-0 text-leaf group-data-complete:block" />
        <CircleAlert aria-hidden="true" className="size-5 shrink-0 text-alert group-data-complete:hidden" />
        <h2 id={`${step}-title`} className="wrap-anywhere min-w-0 flex-1 py-2 text-lead leading-tight">
          {title}
        </h2>
        <span data-state="" suppressHydrationWarning className="text-alert text-sm group-data-complete:text-leaf">
          {""}
        </span>
        <Link to={paths.step(step)} className="link no-print inline-flex min-h-11 items-center pl-2">
          Edit<span className="sr-only"> {title}</span>
        </Link>
      </div>
      <dl className="hidden pb-2 group-data-complete:block">
        {fields.map((field) => (
          <div key={field} data-answer={field} className="grid grid-cols-2 gap-x-4 py-1">
            <dt suppressHydrationWarning className="text-quiet">
              {labelOf(field, {})}
            </dt>
            <dd suppressHydrationWarning className="wrap-anywhere min-w-0">
              {""}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
