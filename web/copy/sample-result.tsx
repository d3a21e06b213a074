import { Check } from "lucide-react";
import { t } from "../../db/model/words.ts";
import { Card } from "../ui/card.tsx";
import { Gauge } from "../ui/page/gauge.tsx";

const helps = () => [t`Two years on the job`, t`An active bank account`];

/** What an applicant may see after sending, as an example: the meaning first, then what helps. */
export function SampleResult() {
  return (
    <div className="mx-auto w-full max-w-md">
      <Card className="text-center">
        <p className="inline-block rounded-full bg-sand px-3 text-quiet text-sm">An example</p>
        <p className="mt-3 font-display text-h2 leading-tight">Strong position</p>
        <Gauge score={82} className="mx-auto mt-3 w-36 sm:w-48" />
        <ul className="mt-4 text-left">
          {helps().map((help) => (
            <li key={help} className="flex items-center gap-3 border-line border-t py-2 last:pb-0 sm:py-3">
              <Check aria-hidden="true" className="size-5 shrink-0 text-leaf" /> {help}
            </li>
          ))}
        </ul>
      </Card>
    </div>
  );
}
