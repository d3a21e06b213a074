import { t } from "../../../db/model/words.ts";
import { metros, regions } from "./metros.ts";

const OUTLINE =
  "M111 6l89 0l0 66l9 7l15 2l7 4l10 1l15 1l4 9l15 1l7 3l9-7l8 4l14 2l19-3l8 0l9 4l12 4l13 3l0 53l6 8l7 20l2 10l-5 11l0 16l-4 14l-8 1l-18 11l-1-11l-5-2l0 11l-5 10l-23 17l-15 9l-6-9l-4 14l-9 12l-8 2l2 10l-4 10l0 14l6 17l1 11l-7 4l-23-7l-25-12l-6-15l-6-7l-1-15l-10-10l-14-17l-10-23l-10-14l-12-14l-19-1l-8-3l-11 7l-4 12l-9 12l-4 0l-22-11l-13-12l-6-13l-6-19l-14-9l-18-19l-15-12l-3-8l104 0z";
const regionLabels = () => [
  { name: t`West`, x: 118, y: 190 },
  { name: t`North`, x: 252, y: 113 },
  { name: t`East`, x: 358, y: 188 },
  { name: t`Central`, x: 246, y: 177 },
  { name: t`South`, x: 229, y: 297 },
  { name: t`Gulf Coast`, x: 352, y: 306 },
];
const DOT_PER_ROOT_MILLION = 5;
const LEADERS = metros
  .filter(({ label }) => label.isOutside)
  .map(({ dot, label }) => `M${dot.x} ${dot.y}L${label.x} ${label.y - 6}`)
  .join("");

/** Texas with its regions in colors and its metros as dots, larger for more people. */
export function TexasMap({ className = "" }: { className?: string }) {
  return (
    <svg viewBox="0 0 456 382" role="img" aria-label={description()} className={className}>
      <clipPath id="texas">
        <path d={OUTLINE} />
      </clipPath>
      <path d={OUTLINE} fill="var(--color-card)" />
      <g clipPath="url(#texas)" fillOpacity="0.35" stroke="var(--color-card)" strokeWidth="2">
        <path d={OUTLINE} fill={regions.find(({ shape }) => !shape)?.tint} />
        {regions.map(({ name, tint, shape }) => shape && <path key={name} d={shape} fill={tint} />)}
      </g>
      <path d={OUTLINE} fill="none" stroke="var(--color-ink)" strokeWidth="3" strokeLinejoin="round" />
      <path d={LEADERS} stroke="var(--color-ink)" strokeWidth="1.5" />
      <g fontSize="16" fill="var(--color-quiet)" textAnchor="middle">
        {regionLabels().map(({ name, x, y }) => (
          <text key={name} x={x} y={y}>
            {name}
          </text>
        ))}
      </g>
      <g
        fontSize="18"
        fontWeight="600"
        fill="var(--color-ink)"
        stroke="var(--color-card)"
        strokeWidth="3"
        paintOrder="stroke"
      >
        {metros.map(({ name, population, dot, label }) => (
          <g key={name}>
            <circle cx={dot.x} cy={dot.y} r={DOT_PER_ROOT_MILLION * Math.sqrt(Number.parseFloat(population))} />
            <text x={label.x} y={label.y} textAnchor={label.anchor}>
              {name}
            </text>
          </g>
        ))}
      </g>
    </svg>
  );
}

function description() {
  const populations = metros.map(({ name, population }) => `${name} ${population}`).join(", ");
  return t`Map of Texas and its regions. Dots show the four metros by population: ${populations}.`;
}
