import { Sign } from "./road-steps.tsx";

interface Milestone {
  /** The step that begins with it. */
  step?: string;
  title: string;
  when: string;
  text: string;
}

/** What happens when, along a winding road: a card for each milestone, left and right of it, and a numbered sign where a step begins. */
export function Timeline({ milestones }: { milestones: Milestone[] }) {
  return (
    <ol start={0}>
      {milestones.map(({ step, title, when, text }, index) => {
        const isLeft = index % 2 === 0;
        const number = milestones.slice(0, index + 1).filter((each) => each.step).length;
        return (
          <li
            key={title}
            className="relative grid grid-cols-1 pb-4 pl-18 md:not-first:-mt-8 md:grid-cols-[1fr_8rem_1fr] md:pl-0"
          >
            <RoadPiece isLeft={isLeft} number={step ? number : null} />
            <div
              className={`relative rounded-card border border-line bg-card p-4 shadow-card md:row-start-1 ${isLeft ? "md:mr-4" : "md:col-start-3 md:ml-4"}`}
            >
              <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
                <span className="wrap-anywhere rounded-lg bg-leaf p-0.5 text-paper">
                  <span className="block rounded-md border border-paper px-2">{when}</span>
                </span>{" "}
                <span className="text-bluebonnet">{step}</span>
              </p>
              <h3 className="mt-2">{title}</h3>
              <p className="mt-1">{text}</p>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

/** From one side of the road's room to the other, with what stands where it begins. Pieces fit together. */
function RoadPiece({ isLeft, number }: { isLeft: boolean; number: number | null }) {
  const from = isLeft ? 15 : 85;
  const path = {
    d: `M${from} 0C${from} 50 ${100 - from} 50 ${100 - from} 100`,
    vectorEffect: "non-scaling-stroke",
    strokeLinecap: "round",
  } as const;
  return (
    <div className="absolute inset-y-0 left-5 w-4 md:relative md:col-start-2 md:row-start-1 md:mx-8 md:w-auto">
      <svg
        viewBox="0 0 100 100"
        preserveAspectRatio="none"
        aria-hidden="true"
        fill="none"
        className="absolute size-full overflow-visible"
      >
        <path {...path} stroke="var(--color-asphalt)" className="stroke-[24px] md:stroke-[40px]" />
        <path {...path} stroke="var(--color-sun)" strokeDasharray="16 14" className="stroke-3" />
        {!number && <path {...path} d={`M${from} 0h0`} stroke="var(--color-paper)" className="stroke-[14px]" />}
      </svg>
      {number && (
        <svg
          viewBox="0 0 44 46"
          aria-hidden="true"
          className={`absolute -top-1 w-10 -translate-x-1/2 md:w-14 ${isLeft ? "left-[15%]" : "left-[85%]"}`}
        >
          <Sign number={number} />
        </svg>
      )}
    </div>
  );
}
