/** A few numbers side by side, each above its name. Nothing to count is quiet. */
export function Counts({ of }: { of: { name: string; count: string | number; look?: string }[] }) {
  return (
    <dl className="grid grid-cols-3 gap-x-3 gap-y-3 sm:grid-cols-[repeat(auto-fit,minmax(7rem,1fr))] sm:gap-x-6">
      {of.map(({ name, count, look = "" }) => (
        <div key={name} className="flex flex-col-reverse justify-end">
          <dt className="text-quiet text-sm">{name}</dt>
          <dd className={`font-semibold text-h2 tabular-nums ${String(count) === "0" ? "text-quiet" : look}`}>
            {count}
          </dd>
        </div>
      ))}
    </dl>
  );
}
