import { Sign } from "./road-steps.tsx";

interface Stop {
  title: string;
  when: string;
  text: string;
}

/**
 * What happens when, down a winding road: numbered steps, and at each its stops, whose times stand on road signs. Stops
 * count from 0, the moment when everything starts.
 */
export function Timeline({ steps }: { steps: { title: string; text: string; stops: Stop[] }[] }) {
  return (
    <ol>
      {steps.map(({ title, text, stops }, index) => {
        const before = steps.slice(0, index).flatMap((step) => step.stops).length;
        return (
          <li key={title} className="relative grid grid-cols-1 pl-16 md:grid-cols-[1fr_11rem_1.4fr] md:pl-0">
            <Road from={before} bends={stops.length} number={index + 1} />
            <div className="pt-1.5 pb-4 md:row-start-1 md:text-right">
              <h3>{title}</h3>
              <p className="mt-2 ml-auto max-w-xs max-md:hidden">{text}</p>
            </div>
            <ol start={before} className="md:col-start-3">
              {stops.map((stop) => (
                <li key={stop.title} className="pb-5 md:min-h-34">
                  <p className="wrap-anywhere inline-block max-w-56 text-balance text-center md:max-w-full rounded-lg bg-leaf p-1 text-paper text-sm">
                    <span className="block rounded-md border border-paper px-3">{stop.when}</span>
                  </p>
                  <h4 className="mt-1.5 font-display text-lead leading-tight">{stop.title}</h4>
                  <p className="mt-1 max-w-text">{stop.text}</p>
                </li>
              ))}
            </ol>
          </li>
        );
      })}
    </ol>
  );
}

/** A step's piece of the road, with a bend for each stop, the step's number where it begins, and a dot at each further stop. Pieces fit together. */
function Road({ from, bends, number }: { from: number; bends: number; number: number }) {
  const isLeft = (bend: number) => (from + bend) % 2 === 0;
  const path = Array.from({ length: bends }, (_, bend) => `c0 50${isLeft(bend) ? " 60 50 60" : "-60 50-60"} 100`);
  const stroke = { d: `M${isLeft(0) ? 20 : 80} 0${path.join("")}`, vectorEffect: "non-scaling-stroke" };
  const dots = Array.from({ length: bends - 1 }, (_, bend) => `M${isLeft(bend + 1) ? 20 : 80} ${100 * (bend + 1)}h0`);
  return (
    <div className="absolute inset-y-0 left-0 w-12 md:relative md:col-start-2 md:row-start-1 md:mx-10 md:w-auto">
      <svg
        viewBox={`0 0 100 ${100 * bends}`}
        preserveAspectRatio="none"
        aria-hidden="true"
        fill="none"
        className="absolute size-full overflow-visible"
      >
        <path
          {...stroke}
          stroke="var(--color-asphalt)"
          strokeLinecap="round"
          className="stroke-[24px] md:stroke-[40px]"
        />
        <path {...stroke} stroke="var(--color-sun)" strokeDasharray="16 14" className="stroke-3" />
        <path
          {...stroke}
          d={dots.join("")}
          stroke="var(--color-paper)"
          strokeLinecap="round"
          className="stroke-[14px]"
        />
      </svg>
      <svg
        viewBox="0 0 44 46"
        aria-hidden="true"
        className={`absolute -top-1 w-10 -translate-x-1/2 md:w-14 ${isLeft(0) ? "left-[20%]" : "left-[80%]"}`}
      >
        <Sign number={number} />
      </svg>
    </div>
  );
}
