/** A few numbers side by side, each above its name; on a phone in rows, each before its name. */
export function Counts({ of }: { of: { name: string; count: string | number; look?: string }[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      {of.map(({ name, count, look = "" }) => (
        <div
          key={name}
          className="flex gap-x-3 max-sm:flex-row-reverse max-sm:items-baseline max-sm:justify-end sm:flex-col-reverse sm:justify-end"
        >
          <dt className="text-quiet text-sm">{name}</dt>
          <dd className={`font-semibold text-h2 tabular-nums max-sm:w-14 max-sm:text-right ${look}`}>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
