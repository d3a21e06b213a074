const STAR = "m7 1 1.8 3.9 4.2.5-3.1 2.9.8 4.2L7 10.4l-3.7 2.1.8-4.2L1 5.4l4.2-.5z";

/** A rating of five stars, in the colour and at the size of the text beside it; for readers as words. */
export function FiveStars() {
  return (
    <>
      <span className="sr-only">Rated 5 out of 5 stars</span>
      <svg viewBox="0 0 70 14" aria-hidden="true" className="h-3.5 w-[70px]" fill="currentColor">
        {[0, 14, 28, 42, 56].map((x) => (
          <path key={x} d={STAR} transform={`translate(${x})`} />
        ))}
      </svg>
    </>
  );
}
