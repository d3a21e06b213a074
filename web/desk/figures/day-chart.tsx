import { type Counted, type Counts, countedLabels } from "../../../db/model/site/statistics.ts";
import { shortDay } from "../../../db/model/time/time-for-staff.ts";

export interface DayCounts {
  /** A date in Texas, such as '2026-11-22'. */
  day: string;
  counts: Counts;
}

const WIDTH = 300;
const HEIGHT = 80;
const LEFT = 30;
const TOP = 8;
const GAP = 0.25;

const fills = ["fill-bluebonnet", "fill-alert"];

/** A bar per day or week, with the first name at the bottom. The page's table has the same figures. */
export function DayChart({ days, names, unit = "days" }: { days: DayCounts[]; names: Counted[]; unit?: string }) {
  const totals = days.map(({ counts }) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0));
  const most = Math.max(...totals);
  const scale = Math.max(most, 1);
  const step = WIDTH / days.length;
  const inAll = names.map(
    (name) => `${countedLabels[name]}: ${days.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)}`,
  );
  return (
    <figure>
      <figcaption className="flex flex-wrap gap-x-4 text-sm">
        {inAll.map((words, index) => (
          <span key={words} className="inline-flex items-center gap-2">
            <svg viewBox="0 0 10 10" className={`size-3 ${fills[index]}`} aria-hidden="true">
              <path d="M0 0H10V10H0z" />
            </svg>
            {words}
          </span>
        ))}
      </figcaption>
      <svg
        viewBox={`0 0 ${LEFT + WIDTH} ${TOP + HEIGHT + 18}`}
        className="mt-1 w-full max-w-[26rem]"
        role="img"
        aria-label={`${inAll.join(", ")} in ${days.length} ${unit}, at most ${most} in one. The table below has the figures.`}
        fontSize="10"
        fill="var(--color-quiet)"
      >
        <path
          d={`M${LEFT} ${TOP}H${LEFT + WIDTH}M${LEFT} ${TOP + HEIGHT}H${LEFT + WIDTH}`}
          stroke="var(--color-line)"
        />
        <text x={LEFT - 5} y={TOP + 4} textAnchor="end">
          {scale}
        </text>
        <text x={LEFT - 5} y={TOP + HEIGHT + 3} textAnchor="end">
          0
        </text>
        {days.map(({ day, counts }, index) =>
          names.map((name, place) => {
            const below = names.slice(0, place).reduce((sum, each) => sum + (counts[each] ?? 0), 0);
            const height = (HEIGHT * (counts[name] ?? 0)) / scale;
            return (
              <rect
                key={`${day} ${name}`}
                x={LEFT + (index + GAP / 2) * step}
                y={TOP + HEIGHT - (HEIGHT * below) / scale - height}
                width={step * (1 - GAP)}
                height={height}
                className={fills[place]}
              />
            );
          }),
        )}
        <text x={LEFT} y={TOP + HEIGHT + 15}>
          {shortDay(days[0]?.day ?? "")}
        </text>
        <text x={LEFT + WIDTH} y={TOP + HEIGHT + 15} textAnchor="end">
          {shortDay(days.at(-1)?.day ?? "")}
        </text>
      </svg>
    </figure>
  );
}
