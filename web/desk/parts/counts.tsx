/** A few numbers side by side, each above its name. */
export function Counts({ of }: { of: { name: string; count: string | number; look?: string }[] }) {
  return (
    <dl className="grid grid-cols-2 gap-x-6 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]">
      {of.map(({ name, count, look = "" }) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-quiet text-sm">{name}</dt>
          <dd className={`font-semibold text-h2 tabular-nums ${look}`}>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
