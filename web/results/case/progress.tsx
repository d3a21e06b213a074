import { Check, Circle, CircleDot } from "lucide-react";
import { dayAndHour } from "../../../db/model/time/promised-time.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";
import { Card } from "../../ui/card.tsx";
import { PlaceLink } from "./place-link.tsx";
import { Standing } from "./standing.tsx";

type Step = Guidance["progress"]["steps"][number];

const stepLabels: Record<Step["name"], () => string> = {
  received: () => t`We have it`,
  reading: () => t`A specialist reviews it`,
  talk: () => t`We talk with you`,
  papers: () => t`Your documents`,
  lender: () => t`With a lender`,
  introduced: () => t`You are introduced`,
  closed: () => t.as("an application")`Closed`,
};

/** Where the application stands, whose turn it is, and until when. */
export function ProgressCard({ guidance: { progress, appointment } }: { guidance: Guidance }) {
  const { steps, isAsked, reopenedAt } = progress;
  const now = new Date();
  return (
    <Card id="status">
      <h2 className="text-h3">Where your application stands</h2>
      <div className="mt-3 grid gap-2">
        {isAsked && (
          <p className="font-semibold">
            Your turn: <PlaceLink hash="#permissions">say yes or no to an introduction</PlaceLink>.
          </p>
        )}
        {reopenedAt && <p>We opened your application again on {dayAndHour(reopenedAt, now)}.</p>}
        <Standing progress={progress} booked={appointment.booked} now={now} />
      </div>
      <ol className="mt-5 grid gap-2.5 print:grid-cols-3">
        {steps.map(({ name, state, at }) => (
          <li key={name} className="flex gap-3" aria-current={state === "now" ? "step" : undefined}>
            <StepMark state={state} />
            <span className="min-w-0">
              <span className={state === "now" ? "font-semibold" : state === "ahead" ? "text-quiet" : ""}>
                {stepLabels[name]()}
              </span>
              {at && <span className="block text-quiet text-sm">{dayAndHour(at, now)}</span>}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}

function StepMark({ state }: { state: Step["state"] }) {
  switch (state) {
    case "done":
      return <Check aria-label="Done:" className="mt-1 size-4 shrink-0 text-leaf" />;
    case "now":
      return <CircleDot aria-label="Now:" className="mt-1 size-4 shrink-0 text-bluebonnet" />;
    case "ahead":
      return <Circle aria-label="Later:" className="mt-1 size-4 shrink-0 text-quiet" />;
  }
}
