import { shortDay } from "../../../db/model/time/time-for-staff.ts";
import type { Dashboard } from "../api.ts";

const names = { inTime: "First contacts in time", late: "First contacts late" };
const fills = { inTime: "bg-bluebonnet", late: "bg-alert" };
type Name = keyof typeof names;
const NAMES = Object.keys(names) as Name[];

/** A bar of first contacts per week, with those in time at the bottom. The page's table has the same figures. */
export function WeekChart({ weeks }: Pick<Dashboard, "weeks">) {
  const bars = weeks.map(({ week, contacted, inTime }) => ({ week, contacted, inTime, late: contacted - inTime }));
  const most = Math.max(...bars.map(({ contacted }) => contacted));
  const inAll = NAMES.map((name) => `${names[name]}: ${bars.reduce((sum, bar) => sum + bar[name], 0)}`);
  return (
    <figure className="text-sm">
      <figcaption className="flex flex-wrap gap-x-4">
        {NAMES.map((name, index) => (
          <span key={name} className="inline-flex items-center gap-2">
            <span className={`size-3 ${fills[name]}`} />
            {inAll[index]}
          </span>
        ))}
      </figcaption>
      <div
        role="img"
        aria-label={`${inAll.join(", ")} in ${weeks.length} weeks, at most ${most} in one. The table below has the figures.`}
        className="mt-2 flex h-28 gap-0.5 border-line border-b pt-5 forced-color-adjust-none"
      >
        {bars.map((bar) => (
          <span key={bar.week} className="flex min-w-0 flex-1 flex-col-reverse text-quiet">
            {NAMES.map((name) => (
              <span
                key={name}
                className={`shrink-0 ${fills[name]}`}
                style={{ height: `${(100 * bar[name]) / Math.max(most, 1)}%` }}
              />
            ))}
            <span className="flex shrink-0 justify-center whitespace-nowrap">{bar.contacted || ""}</span>
          </span>
        ))}
      </div>
      <p className="flex justify-between text-quiet" aria-hidden="true">
        <span>{shortDay(weeks[0]?.week ?? "")}</span>
        <span>{shortDay(weeks.at(-1)?.week ?? "")}</span>
      </p>
    </figure>
  );
}
