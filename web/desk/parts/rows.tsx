import type { ReactNode } from "react";

/** Names and their values, in two columns where there is room. */
export function Rows({
  rows,
  blank = "Not answered",
}: {
  rows: (readonly [name: string, value: ReactNode])[];
  /** Stands where there is no value. */
  blank?: string;
}) {
  return (
    <dl className="grid gap-x-4 text-sm min-[24rem]:grid-cols-[minmax(8rem,2fr)_3fr] min-[24rem]:gap-y-1">
      {rows.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-quiet">{name}</dt>
          <dd className="min-w-0">{value ?? <span className="text-quiet">{blank}</span>}</dd>
        </div>
      ))}
    </dl>
  );
}
