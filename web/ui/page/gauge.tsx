import { t } from "../../../db/model/words.ts";

const RADIUS = 52;
const HALF_CIRCLE = Math.PI * RADIUS;

/** A half-round gauge from 0 to 100. The page also says the number. It has the text's color, so colors that a visitor sets apply. */
export function Gauge({ score, className = "w-40" }: { score: number; className?: string }) {
  const arc = `M ${60 - RADIUS} 60 A ${RADIUS} ${RADIUS} 0 0 1 ${60 + RADIUS} 60`;
  const stroke = { fill: "none", stroke: "currentColor", strokeWidth: "12", strokeLinecap: "round" } as const;
  return (
    <div className={`max-w-full shrink-0 text-bluebonnet ${className}`}>
      <svg viewBox="0 0 120 70" role="img" aria-label={t`${score} out of 100`}>
        <path {...stroke} d={arc} strokeOpacity="0.12" />
        <path {...stroke} d={arc} strokeDasharray={`${(HALF_CIRCLE * score) / 100} ${HALF_CIRCLE}`} />
        <text x="60" y="58" textAnchor="middle" fontSize="26" fontWeight="600" fill="currentColor">
          {score}
        </text>
      </svg>
    </div>
  );
}
