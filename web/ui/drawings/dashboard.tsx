/** A driver's view: the road ahead and the dashboard, which continues in the dark band below. */
export function Dashboard({ className }: { className: string }) {
  return (
    <svg
      viewBox="0 0 1440 176"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={`no-print block w-full overflow-visible ${className}`}
    >
      <circle cx="600" cy="80" r="60" fill="var(--color-glow)" />
      <circle cx="600" cy="80" r="40" fill="var(--color-sun)" />
      <path d="M0 96Q180 66 400 76T760 70t340-14 340-30v160H0z" fill="var(--color-haze)" />
      <path d="M0 106Q240 82 640 86T1440 58v118H0z" fill="var(--color-field)" />
      <path d="M0 122Q300 100 640 102T1440 84v92H0z" fill="var(--color-meadow)" />
      <path d="M595 86h10L860 176H350z" fill="var(--color-asphalt)" />
      <path d="M599 90h2l1 6h-4zM597 102h6l2 9h-10zM593 118h14l3 16h-20z" fill="var(--color-cream)" />
      <path d={`${DASH}v76H0z`} fill="var(--color-deep)" />
      <path d={DASH} fill="none" stroke="var(--color-dusk)" strokeWidth="8" />
    </svg>
  );
}

const DASH = "M0 136Q140 106 330 108T600 132Q730 142 900 112T1440 100";
