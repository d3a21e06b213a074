import { type Counted, type Counts, countedLabels } from "../../../db/model/site/statistics.ts";
import { shortDay } from "../../../db/model/time/time-for-staff.ts";

export interface DayCounts {
  /** A date in Texas, such as '2026-11-22'. */
  day: string;
  counts: Counts;
}

const fills = ["bg-bluebonnet", "bg-alert"];

/** With more bars than these, only the highest has its figure above it. */
const MOST_WITH_FIGURES = 12;

/** A bar per day or week, with the first name at the bottom. The page's table has the same figures. */
export function DayChart({ days, names, unit = "days" }: { days: DayCounts[]; names: Counted[]; unit?: string }) {
  const sums = days.map(({ counts }) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0));
  const most = Math.max(...sums);
  const inAll = names.map(
    (name) => `${countedLabels[name]}: ${days.reduce((sum, { counts }) => sum + (counts[name] ?? 0), 0)}`,
  );
  return (
    <figure className="text-sm">
      <figcaption className="flex flex-wrap gap-x-4">
        {inAll.map((words, index) => (
          <span key={words} className="inline-flex items-center gap-2">
            <span className={`size-3 ${fills[index]}`} />
            {words}
          </span>
        ))}
      </figcaption>
      <div
        role="img"
        aria-label={`${inAll.join(", ")} in ${days.length} ${unit}, at most ${most} in one. The table below has the figures.`}
        className="mt-2 flex h-28 gap-0.5 border-line border-b pt-5 forced-color-adjust-none"
      >
        {days.map(({ day, counts }, at) => (
          <span key={day} className="flex min-w-0 flex-1 flex-col-reverse text-quiet">
            {names.map((name, index) => (
              <span
                key={name}
                className={`shrink-0 ${fills[index]}`}
                style={{ height: `${(100 * (counts[name] ?? 0)) / Math.max(most, 1)}%` }}
              />
            ))}
            <span className="flex shrink-0 justify-center whitespace-nowrap">
              {(days.length <= MOST_WITH_FIGURES || at === sums.indexOf(most)) && (sums[at] || "")}
            </span>
          </span>
        ))}
      </div>
      <p className="flex justify-between text-quiet" aria-hidden="true">
        <span>{shortDay(days[0]?.day ?? "")}</span>
        <span>{shortDay(days.at(-1)?.day ?? "")}</span>
      </p>
    </figure>
  );
}
