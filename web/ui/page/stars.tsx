const STAR = "m7 1 1.8 3.9 4.2.5-3.1 2.9.8 4.2L7 10.4l-3.7 2.1.8-4.2L1 5.4l4.2-.5z";

/** Five stars in the color of the text beside them. `label` is for people who cannot see them. */
export function FiveStars({ label }: { label: string }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg viewBox="0 0 70 14" aria-hidden="true" className="h-3.5 w-[70px]" fill="currentColor">
        {[0, 14, 28, 42, 56].map((x) => (
          <path key={x} d={STAR} transform={`translate(${x})`} />
        ))}
      </svg>
    </>
  );
}
