import { Check, Circle, CircleDot, Minus } from "lucide-react";
import { dayAndHour } from "../../../db/model/time/promised-time.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";

type Step = Guidance["progress"]["steps"][number];

const labels: Record<Step["name"], () => string> = {
  received: () => t`We have it`,
  reading: () => t`A specialist reviews it`,
  talk: () => t`We talk with you`,
  papers: () => t`Your documents`,
  lender: () => t`With a lender`,
  introduced: () => t`You are introduced`,
  closed: () => t.as("an application")`Closed`,
};

const stretchLooks: Record<Step["state"], string> = {
  done: "bg-bluebonnet forced-colors:bg-[Highlight]",
  skipped: "bg-bluebonnet forced-colors:bg-[Highlight]",
  now: "bg-paper outline-2 outline-bluebonnet",
  ahead: "bg-haze",
};

/** The steps of an application: in sight the present one, on request all. */
export function Steps({ steps }: { steps: Step[] }) {
  // After a stop that came first, nothing is ahead.
  if (steps.length === 1) return null;
  const now = new Date();
  const present = steps.findIndex(({ state }) => state === "now");
  const name = steps[present]?.name;
  return (
    <details className={name && "fold mt-3 max-w-text"}>
      {name && (
        <summary className="text-ink">
          <span className="min-w-0 flex-1">
            {t`Step ${{ number: present + 1 }} of ${{ count: steps.length }}: ${{ step: labels[name]() }}`}
            <span aria-hidden="true" className="mt-2 grid auto-cols-fr grid-flow-col gap-1.5">
              {steps.map(({ name, state }) => (
                <span key={name} className={`h-1.5 rounded-full border border-transparent ${stretchLooks[state]}`} />
              ))}
            </span>
          </span>
        </summary>
      )}
      <ol className="mt-3 grid gap-2 print:grid-cols-3">
        {steps.map(({ name, state, at }) => (
          <li key={name} className="flex gap-3" aria-current={state === "now" ? "step" : undefined}>
            <Mark state={state} />
            <span className="min-w-0">
              <span className={state === "now" ? "font-semibold text-ink" : ""}>{labels[name]()}</span>
              {at && <span className="block">{dayAndHour(at, now)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </details>
  );
}

function Mark({ state }: { state: Step["state"] }) {
  switch (state) {
    case "done":
      return <Check aria-label="Done:" className="mt-1 size-4 shrink-0 text-leaf" />;
    case "skipped":
      return <Minus aria-label="Skipped:" className="mt-1 size-4 shrink-0" />;
    case "now":
      return <CircleDot aria-label="Now:" className="mt-1 size-4 shrink-0 text-bluebonnet" />;
    case "ahead":
      return <Circle aria-label="Later:" className="mt-1 size-4 shrink-0" />;
  }
}
