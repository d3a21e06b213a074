import { Check, X } from "lucide-react";
import type { Case } from "../api.ts";
import { Part } from "../parts/part.tsx";

/** The kinds of lenders that suit the application, and why. */
export function CaseLenders({ lenders }: { lenders: Case["lenders"] }) {
  return (
    <Part title="Suitable lenders">
      <ul className="grid gap-4">
        {lenders.map(({ category, isSuitable, findings }) => (
          <li key={category}>
            <h3 className="text-base">
              {category}{" "}
              <span className={`font-semibold text-sm ${isSuitable ? "text-leaf" : "text-quiet"}`}>
                {isSuitable ? "suitable" : "not suitable now"}
              </span>
            </h3>
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
        ))}
      </ul>
    </Part>
  );
}
