import { t } from "../../../db/model/words.ts";
import { Link } from "../../ui/link.tsx";
import { metros, regions } from "./metros.ts";

const OUTLINE =
  "M111 6l89 0l0 66l9 7l15 2l7 4l10 1l15 1l4 9l15 1l7 3l9-7l8 4l14 2l19-3l8 0l9 4l12 4l13 3l0 53l6 8l7 20l2 10l-5 11l0 16l-4 14l-8 1l-18 11l-1-11l-5-2l0 11l-5 10l-23 17l-15 9l-6-9l-4 14l-9 12l-8 2l2 10l-4 10l0 14l6 17l1 11l-7 4l-23-7l-25-12l-6-15l-6-7l-1-15l-10-10l-14-17l-10-23l-10-14l-12-14l-19-1l-8-3l-11 7l-4 12l-9 12l-4 0l-22-11l-13-12l-6-13l-6-19l-14-9l-18-19l-15-12l-3-8l104 0z";
const COAST = "M480 250Q430 236 380 242L300 240 270 300 288 384";
/** The sea: where the map is large it goes on to the edge of what holds it. */
const gulf = (isLarge: boolean) => COAST + (isLarge ? "l30 400H2000V190Q700 310 480 250z" : "Q470 390 480 250z");
const DOT_PER_ROOT_MILLION = 5;
const LINK = "hover:opacity-70 focus-visible:outline-offset-0";
/** Where a finger meets a dot. */
const REACH = 22;

/** Texas with its regions in colors and its metros as dots, larger for more people. They lead to their places on /texas, regions only `withRegions`. */
export function TexasMap({ className = "", withRegions = false }: { className?: string; withRegions?: boolean }) {
  return (
    <svg viewBox="0 0 480 384" className={`overflow-visible ${className}`}>
      <title>{description()}</title>
      <clipPath id="texas">
        <path d={OUTLINE} />
      </clipPath>
      <path d={gulf(withRegions)} fill="var(--color-water)" opacity=".25" />
      <path d={OUTLINE} fill="var(--color-card)" />
      <g fontSize="17" fill="var(--color-quiet)">
        {regions.map(({ id, short, tint, shape, label: { x, y, anchor, line } }) => {
          const region = (
            <>
              <path
                d={shape}
                clipPath="url(#texas)"
                fill={tint}
                fillOpacity=".4"
                stroke="var(--color-card)"
                strokeWidth="2"
              />
              {line && <path d={line} stroke="var(--color-quiet)" />}
              <text x={x} y={y} textAnchor={anchor}>
                {short}
              </text>
            </>
          );
          return withRegions ? (
            <Link key={id} to={`/texas#${id}`} className={LINK}>
              {region}
            </Link>
          ) : (
            <g key={id}>{region}</g>
          );
        })}
      </g>
      <path d={OUTLINE} fill="none" stroke="var(--color-quiet)" strokeLinejoin="round" />
      <g fontSize="19" fontWeight="600" fill="var(--color-ink)">
        {metros.map(({ id, name, population, dot, label: { x, y, anchor, line } }) => (
          <Link key={id} to={`/texas#${id}`} className={LINK} aria-label={t`${name}, ${population} people`}>
            {line && <path d={line} stroke="var(--color-ink)" />}
            <circle cx={dot.x} cy={dot.y} r={REACH} fill="none" pointerEvents="all" />
            <circle
              cx={dot.x}
              cy={dot.y}
              r={DOT_PER_ROOT_MILLION * Math.sqrt(Number.parseFloat(population))}
              stroke="var(--color-card)"
              strokeWidth="2"
            />
            <text x={x} y={y} textAnchor={anchor}>
              {name}
            </text>
          </Link>
        ))}
      </g>
    </svg>
  );
}

function description() {
  return t`Map of Texas: its regions, and four metros by population.`;
}
