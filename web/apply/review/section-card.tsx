import { useAtomValue } from "jotai";
import { CircleAlert, CircleCheck } from "lucide-react";
import { useState } from "react";
import { Link } from "react-router-dom";
import { answerRows } from "../../../db/model/form/answer-words.ts";
import { type Answers, type Field, fieldsOf, type Step } from "../../../db/model/form/application.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { t } from "../../../db/model/words.ts";
import { answersAtom, missingSectionsAtom } from "../draft/answers.ts";
import { sections } from "../sections.ts";

/** Answers that mean nothing without their question. */
const SAYS_LITTLE: Answers[Field][] = [true, false, "No"];

/** The answers of a section, as the visitor reads them. On a phone, a complete section is folded to a line or two. */
export function SectionCard({ step }: { step: Step }) {
  const answers = useAtomValue(answersAtom);
  const isComplete = !useAtomValue(missingSectionsAtom).includes(step);
  const [isOpen] = useState(() => !isComplete || matchMedia("(width >= 40rem)").matches);
  const title = sections[step].title();
  const rows = answerRows(fieldsOf(step), answers);
  const inShort = rows
    .filter(({ field, value }) => value && !SAYS_LITTLE.includes(answers[field]))
    .map(({ value }) => value);
  const StateIcon = isComplete ? CircleCheck : CircleAlert;
  return (
    <div className="relative rounded-card border border-line bg-card px-4 py-2 shadow-card">
      <details open={isOpen} className="group">
        <summary>
          <h2 className="wrap-anywhere flex min-h-11 items-center gap-2 py-1 pr-12 text-lead leading-tight">
            <StateIcon aria-hidden="true" className={`size-5 shrink-0 ${isComplete ? "text-leaf" : "text-alert"}`} />
            {title}
          </h2>
          <p className="wrap-anywhere pl-7 text-sm leading-snug">
            <span className={isComplete ? "text-leaf" : "text-alert"}>
              {isComplete ? t.as("a section")`Complete` : t.as("a section")`Incomplete`}
            </span>
            <span className="no-print group-open:hidden">
              {` · ${inShort.join(" · ")} `}
              <span className="whitespace-nowrap text-bluebonnet underline underline-offset-4">Show all</span>
            </span>
          </p>
        </summary>
        <dl className="mt-1 divide-y divide-line">
          {rows.map(({ field, label, value }) => (
            <div key={field} className="grid grid-cols-2 gap-x-4 py-1.5">
              <dt className="text-quiet">{label}</dt>
              <dd className="wrap-anywhere min-w-0">{value ?? <span className="text-quiet">Not answered</span>}</dd>
            </div>
          ))}
        </dl>
      </details>
      <Link to={paths.step(step)} className="link no-print absolute top-2 right-4 inline-flex min-h-11 items-center">
        Edit<span className="sr-only"> {title}</span>
      </Link>
    </div>
  );
}
