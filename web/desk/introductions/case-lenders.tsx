import { Check, X } from "lucide-react";
import { shortTime } from "../../../db/model/time/time-for-staff.ts";
import type { Case } from "../api.ts";
import { Fold } from "../parts/part.tsx";
import { counted } from "../words.ts";

/** The lenders in the order of the suggestion, and why. */
export function CaseLenders({ application: { lenders, dealersThatFit, suggestions } }: { application: Case }) {
  const fitting = lenders.filter(({ isSuitable }) => isSuitable);
  const others = lenders.filter(({ isSuitable }) => !isSuitable);
  const [last, ...before] = suggestions;
  return (
    <Fold title="Suggested lenders" note={counted(fitting.length, "fits", "fit")}>
      {lenders.length === 0 && <p>The directory has no active lender.</p>}
      {lenders.length > 0 && fitting.length === 0 && <p>No lender takes this application as it is.</p>}
      <ol className="grid list-decimal gap-3 pl-6">
        {fitting.map((lender) => (
          <Lender key={lender.id} lender={lender} />
        ))}
      </ol>
      {others.length > 0 && (
        <details open={fitting.length === 0}>
          <summary className="link mt-2 min-h-6 w-fit">
            {counted(others.length, "that does", "that do")} not fit now
          </summary>
          <ul className="mt-2 grid gap-3">
            {others.map((lender) => (
              <Lender key={lender.id} lender={lender} />
            ))}
          </ul>
        </details>
      )}
      <p className="mt-3 text-quiet text-sm">
        {counted(dealersThatFit, "dealer fits", "dealers fit")}, by place. A suggestion, never a decision: nothing goes
        to anybody without the applicant’s yes.
        {last && ` Suggestion ${last.version}, since ${shortTime(last.at)}.`}
        {before.length > 0 && ` Before: ${before.map(({ at, version }) => `${version}, ${shortTime(at)}`).join("; ")}.`}
      </p>
    </Fold>
  );
}

function Lender({ lender }: { lender: Case["lenders"][number] }) {
  const { name, group, isSuitable, change, own, findings } = lender;
  return (
    <li>
      <h4 className="font-semibold text-base">
        {name} <span className="font-normal text-quiet text-sm">{group}</span>{" "}
        <span className={`font-semibold text-sm ${isSuitable ? "text-leaf" : "text-quiet"}`}>
          {isSuitable ? "fits" : change ? "fits if" : "does not fit"}
        </span>
      </h4>
      {change && <p className="text-sm">With {change}</p>}
      {own.decided > 0 && (
        <p className="text-sm">
          Approved {own.approved} of {own.decided} such applications
        </p>
      )}
      <ul className="mt-1 grid gap-0.5 text-sm">
        {findings.map(({ meets, reason }) => (
          <li key={reason} className="flex items-start gap-2">
            {meets ? (
              <Check aria-label="Match:" className="mt-1 size-4 shrink-0 text-leaf" />
            ) : (
              <X aria-label="Miss:" className="mt-1 size-4 shrink-0 text-alert" />
            )}
            {reason}
          </li>
        ))}
      </ul>
    </li>
  );
}
