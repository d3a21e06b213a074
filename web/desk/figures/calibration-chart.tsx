import type { CalibrationBin } from "../../../db/model/forecast/measures.ts";

const SIZE = 300;
const LEFT = 60;
const RIGHT = 24;
const BOTTOM = 36;
const TICKS = [0, 0.25, 0.5, 0.75, 1];

/** Mean forecast and share approved: one point per range of scores, larger for more outcomes. */
export function CalibrationChart({ bins }: { bins: CalibrationBin[] }) {
  const most = Math.max(...bins.map(({ count }) => count));
  const points = bins.map((bin) => `${x(bin.forecast)},${y(bin.observed)}`).join(" ");
  return (
    <svg
      viewBox={`0 0 ${SIZE + LEFT + RIGHT} ${SIZE + BOTTOM + 12}`}
      className="mt-3 w-full max-w-form"
      role="img"
      aria-label="Calibration plot: share approved against mean forecast. The table below has its figures."
      fontSize="12"
      fill="var(--color-quiet)"
    >
      {TICKS.map((tick) => (
        <g key={tick} stroke="var(--color-line)">
          <path d={`M${x(tick)} ${y(0)}V${y(1)}M${x(0)} ${y(tick)}H${x(1)}`} />
          <text x={x(tick)} y={y(0) + 16} textAnchor="middle" stroke="none">
            {100 * tick}%
          </text>
          <text x={x(0) - 6} y={y(tick) + 4} textAnchor="end" stroke="none">
            {100 * tick}%
          </text>
        </g>
      ))}
      <text x={x(0.5)} y={y(0) + 34} textAnchor="middle">
        Forecast
      </text>
      <text transform={`translate(10 ${y(0.5)}) rotate(-90)`} textAnchor="middle">
        Approved
      </text>
      <path d={`M${x(0)} ${y(0)}L${x(1)} ${y(1)}`} stroke="var(--color-edge)" strokeDasharray="5 4" />
      <polyline points={points} fill="none" stroke="var(--color-bluebonnet)" strokeWidth="1.5" />
      {bins.map(({ from, forecast, observed, interval: [low, high], count }) => (
        <g key={from}>
          <path d={`M${x(forecast)} ${y(low)}V${y(high)}`} stroke="var(--color-bluebonnet)" strokeWidth="2" />
          <circle
            cx={x(forecast)}
            cy={y(observed)}
            r={3 + 6 * Math.sqrt(count / most)}
            fill="var(--color-bluebonnet)"
            fillOpacity="0.85"
          />
        </g>
      ))}
    </svg>
  );
}

function x(share: number) {
  return LEFT + share * SIZE;
}

function y(share: number) {
  return 8 + (1 - share) * SIZE;
}
