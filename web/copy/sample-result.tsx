import { Check, Phone } from "lucide-react";
import { replyDay } from "../../db/model/time/our-answer.ts";
import { t } from "../../db/model/words.ts";
import { Billboard } from "../ui/billboard.tsx";
import { Gauge } from "../ui/page/gauge.tsx";
import { accuracyClaim, guidanceNote } from "./claims/claims.ts";
import { HowGood } from "./claims/how-good.tsx";

const lines = () => [
  { icon: Check, text: t`Two years on the job` },
  { icon: Check, text: t`An active bank account` },
  { icon: Phone, text: t`A specialist calls ${replyDay()}.` },
];

/** What an applicant may see after sending, as an example: the meaning first, then what helps and what comes next. */
export function SampleResult() {
  return (
    <Billboard>
      <div className="flex items-center justify-between gap-4">
        <div>
          <p className="inline-block rounded-full bg-sand px-3 text-quiet text-sm">An example</p>
          <p className="mt-2 font-display text-[1.7rem] leading-tight">Strong position</p>
        </div>
        <Gauge score={82} className="w-24" />
      </div>
      <ul className="mt-4">
        {lines().map(({ icon: Icon, text }) => (
          <li key={text} className="flex items-center gap-3 border-line border-t py-2">
            <Icon aria-hidden="true" className="size-5 shrink-0 text-leaf" /> {text}
          </li>
        ))}
      </ul>
      <p className="border-line border-t pt-3 text-quiet text-sm">
        An AI forecast estimates how likely an approval is. A high number leads us to banks and credit unions first.{" "}
        {accuracyClaim()} {guidanceNote()} <HowGood />
      </p>
    </Billboard>
  );
}
