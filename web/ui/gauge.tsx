const RADIUS = 52;
const HALF_CIRCLE = Math.PI * RADIUS;

/** A half-round gauge from 0 to 100. The number stands beside it in words. */
export function Gauge({ score }: { score: number }) {
  const arc = `M ${60 - RADIUS} 60 A ${RADIUS} ${RADIUS} 0 0 1 ${60 + RADIUS} 60`;
  return (
    <svg viewBox="0 0 120 70" className="w-40 max-w-full shrink-0" role="img" aria-label={`${score} out of 100`}>
      <path
        d={arc}
        fill="none"
        className="stroke-tint forced-colors:stroke-[GrayText]"
        strokeWidth="12"
        strokeLinecap="round"
      />
      <path
        d={arc}
        fill="none"
        className="stroke-bluebonnet forced-colors:stroke-[CanvasText]"
        strokeWidth="12"
        strokeLinecap="round"
        strokeDasharray={`${(HALF_CIRCLE * score) / 100} ${HALF_CIRCLE}`}
      />
      <text
        x="60"
        y="58"
        textAnchor="middle"
        fontSize="26"
        fontWeight="700"
        className="fill-ink forced-colors:fill-[CanvasText]"
      >
        {score}
      </text>
    </svg>
  );
}
