import { Check, X } from "lucide-react";
import type { Case, Judgement } from "../api.ts";
import { Part } from "../parts/part.tsx";

/** The kinds of lenders that suit the application, and why. */
export function CaseLenders({ lenders }: { lenders: Case["lenders"] }) {
  return (
    <Part title="Suitable lenders">
      <ul className="grid gap-4">
        {lenders.map(({ category, ...judgement }) => (
          <li key={category}>
            <h3 className="text-base">
              {category} <Verdicted judgement={judgement} />
            </h3>
            <Findings judgement={judgement} />
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Verdicted({ judgement: { isSuitable } }: { judgement: Judgement }) {
  return (
    <span className={`font-semibold text-sm ${isSuitable ? "text-leaf" : "text-quiet"}`}>
      {isSuitable ? "suitable" : "not suitable now"}
    </span>
  );
}

function Findings({ judgement: { findings } }: { judgement: Judgement }) {
  return (
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
  );
}
