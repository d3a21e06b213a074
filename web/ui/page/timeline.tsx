/** What happens when, from top to bottom. Counts from 0, the moment when everything starts. */
export function Timeline({ items }: { items: { title: string; when: string; text: string }[] }) {
  return (
    <ol start={0}>
      {items.map(({ title, when, text }, index) => (
        <li
          key={title}
          className="group relative grid gap-x-8 pb-8 pl-16 last:pb-0 print:pb-4 grid-cols-1 md:grid-cols-[14rem_1fr]"
        >
          <svg aria-hidden="true" className="absolute top-0 left-0 h-full w-11">
            <line
              x1="22"
              x2="22"
              y1="22"
              y2="100%"
              stroke="var(--color-hill)"
              strokeWidth="3"
              className="group-last:hidden"
            />
            <circle cx="22" cy="22" r="20" fill="var(--color-bluebonnet)" />
            <text x="22" y="29" textAnchor="middle" fontSize="20" fontWeight="600" fill="var(--color-paper)">
              {index}
            </text>
          </svg>
          <p className="pt-2 text-bluebonnet">{when}</p>
          <div className="min-w-0 md:pt-2">
            <h3>{title}</h3>
            <p className="mt-2 max-w-text">{text}</p>
          </div>
        </li>
      ))}
    </ol>
  );
}
