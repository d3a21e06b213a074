import { type Counted, type Counts, countedLabels } from "../../../db/model/site/statistics.ts";
import { shortDay } from "../../../db/model/time/time-for-staff.ts";

export interface DayCounts {
  /** A date in Texas, such as '2026-11-22'. */
  day: string;
  counts: Counts;
}

const fills = ["bg-bluebonnet", "bg-alert"];

const FEWEST = 5;

/** A bar per day or week from the first that had any, with the first name at the bottom. The page's table has the same figures. */
export function DayChart({ days, names, unit = "days" }: { days: DayCounts[]; names: Counted[]; unit?: string }) {
  const sumOf = ({ counts }: DayCounts) => names.reduce((sum, name) => sum + (counts[name] ?? 0), 0);
  const most = Math.max(...days.map(sumOf));
  const first = days.findIndex((day) => sumOf(day) > 0);
  const shown = days.slice(Math.min(first === -1 ? 0 : first, days.length - FEWEST));
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
      <div style={{ maxWidth: `${3 * shown.length}rem` }}>
        <div
          role="img"
          aria-label={`${inAll.join(", ")} in ${days.length} ${unit}, at most ${most} in one. The table below has the figures.`}
          className="mt-2 flex h-28 gap-0.5 border-line border-b pt-5 forced-color-adjust-none"
        >
          {shown.map((day) => (
            <span key={day.day} className="flex min-w-0 flex-1 flex-col-reverse text-quiet">
              {names.map((name, index) => (
                <span
                  key={name}
                  className={`shrink-0 ${fills[index]}`}
                  style={{ height: `${(100 * (day.counts[name] ?? 0)) / Math.max(most, 1)}%` }}
                />
              ))}
              {/* Where the widest does not fit there is the highest alone: others get into a second line, which is cut off. */}
              <span
                className={`flex h-[1lh] shrink-0 justify-center ${sumOf(day) < most ? "flex-wrap overflow-hidden before:h-full" : ""}`}
              >
                <span className="whitespace-nowrap text-center" style={{ minWidth: `${String(most).length}ch` }}>
                  {sumOf(day) || ""}
                </span>
              </span>
            </span>
          ))}
        </div>
        <p className="flex justify-between text-quiet" aria-hidden="true">
          <span>{shortDay(shown[0]?.day ?? "")}</span>
          <span>{shortDay(shown.at(-1)?.day ?? "")}</span>
        </p>
      </div>
    </figure>
  );
}
