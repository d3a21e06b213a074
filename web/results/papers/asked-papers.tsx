import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { paperWords } from "../../../db/model/papers/papers.ts";
import { dayAndHour } from "../../../db/model/time/promised-time.ts";
import { t } from "../../../db/model/words.ts";
import type { Guidance } from "../../api.ts";

type Asked = Guidance["askedPapers"][number];

/** The papers that a specialist asked for, what became of each, and in `children` what can be done about it. */
export function AskedPapers({ asked, children }: { asked: Asked[]; children?: (paper: Asked) => ReactNode }) {
  return (
    <ul className="grid gap-4">
      {asked.map((each) => (
        <li key={each.paper} className="border-line not-first:border-t not-first:pt-4">
          <p className={each.receivedAt ? "text-quiet" : ""}>{paperWords(each.paper)}</p>
          <State {...each} />
          {children?.(each)}
        </li>
      ))}
    </ul>
  );
}

function State({ receivedAt, isAccepted, refusal }: Asked) {
  const when = receivedAt && dayAndHour(receivedAt, new Date());
  if (!when && !refusal) return null;
  return (
    <p className={`mt-1 flex gap-1.5 font-semibold ${when ? "text-leaf" : "text-alert"}`}>
      {when ? (
        <Check aria-hidden="true" className="mt-1 size-4 shrink-0" />
      ) : (
        <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
      )}
      <span className="min-w-0">
        {when && (isAccepted ? t`Received on ${when} and checked` : t`Received on ${when}`)}
        {!when && t`Please send it again: ${{ reason: refusal ?? "" }}`}
      </span>
    </p>
  );
}
