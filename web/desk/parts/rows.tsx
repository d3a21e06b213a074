import type { ReactNode } from "react";

/** Names and their values, in two columns. A row that is false is left out. */
export function Rows({
  rows,
  blank = "Not answered",
}: {
  rows: (false | readonly [name: string, value: ReactNode])[];
  /** Stands where there is no value. */
  blank?: string;
}) {
  return (
    <dl className="grid grid-cols-[fit-content(55%)_1fr] gap-x-4 lg:grid-cols-[10.5rem_1fr] gap-y-0.5">
      {rows
        .filter((row) => row !== false)
        .map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="min-w-0 text-quiet">{name}</dt>
            <dd className="min-w-0 max-lg:has-[wbr]:col-span-full">
              {value ?? <span className="text-quiet">{blank}</span>}
            </dd>
          </div>
        ))}
    </dl>
  );
}
