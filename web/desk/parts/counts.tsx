/** A few numbers side by side, each above its name. */
export function Counts({ of }: { of: { name: string; count: string | number; look?: string }[] }) {
  return (
    <dl className="flex flex-wrap gap-x-10 gap-y-2">
      {of.map(({ name, count, look = "" }) => (
        <div key={name} className="flex flex-col-reverse">
          <dt className="text-quiet text-sm">{name}</dt>
          <dd className={`font-semibold text-h2 tabular-nums ${look}`}>{count}</dd>
        </div>
      ))}
    </dl>
  );
}
