/** A band of figures, with what is to be known of one below it. On narrow screens, two side by side, or three one below another so that none is left over. */
export function Stats({ items }: { items: { figure: string; label: string; note?: string }[] }) {
  const narrow = items.length % 2 ? "grid-cols-1" : "grid-cols-[repeat(auto-fit,minmax(min(9.5rem,100%),1fr))]";
  return (
    <div className="@container">
      <dl className={`grid ${narrow} gap-x-4 gap-y-6 @2xl:auto-cols-fr @2xl:grid-flow-col @2xl:grid-cols-none`}>
        {items.map(({ figure, label, note }) => (
          <div key={label} className="flex flex-col text-sm">
            <dt>{label}</dt>
            <dd className="-order-1 whitespace-nowrap font-display text-h2 leading-tight">{figure}</dd>
            {note && <dd className="text-quiet">{note}</dd>}
          </div>
        ))}
      </dl>
    </div>
  );
}
