import { Vehicle } from "../vehicle.tsx";

const ROAD = "M30 74C150 74 250 30 410 52S650 96 788 62 1000 40 1074 58";
const SHIELD = "M22 2c5 3 12 3 17 1 3 7 4 15 2 23-3 10-11 15-19 19C14 41 6 36 3 26 1 18 2 10 5 3c5 2 12 2 17-1z";
const signs = [
  { x: 8, y: 50 },
  { x: 387, y: 27 },
  { x: 764, y: 41 },
];

/** Three steps along a road, which runs above them or, on a phone, down beside them. */
export function RoadSteps({ steps }: { steps: { title: string; text: string }[] }) {
  return (
    <>
      <svg viewBox="0 0 1104 120" aria-hidden="true" className="hidden w-full md:block">
        <path d={ROAD} fill="none" stroke="var(--color-asphalt)" strokeWidth="34" strokeLinecap="round" />
        <path d={ROAD} fill="none" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="22 18" />
        <Vehicle kind="pickup" at={[960, 50]} color="var(--color-bluebonnet)" />
        {signs.map(({ x, y }, index) => (
          <g key={x} transform={`translate(${x} ${y})`}>
            <Sign number={index + 1} />
          </g>
        ))}
      </svg>
      <ol className="md:mt-4 md:grid md:grid-cols-3 md:gap-8">
        {steps.map(({ title, text }, index) => (
          <li key={title} className="relative pb-4 pl-16 md:pb-0 md:pl-0">
            <svg aria-hidden="true" className="absolute top-0 left-0 h-full w-11 md:hidden">
              <line x1="22" x2="22" y1="20" y2="100%" stroke="var(--color-asphalt)" strokeWidth="24" />
              <line
                x1="22"
                x2="22"
                y1="20"
                y2="100%"
                stroke="var(--color-sun)"
                strokeWidth="3"
                strokeDasharray="16 14"
              />
              <Sign number={index + 1} />
            </svg>
            <h3>{title}</h3>
            <p className="mt-1 md:mt-2">{text}</p>
          </li>
        ))}
      </ol>
    </>
  );
}

/** A route sign, 44 wide. */
export function Sign({ number }: { number: number }) {
  return (
    <>
      <path d={SHIELD} fill="var(--color-cream)" stroke="var(--color-deep)" strokeWidth="3" strokeLinejoin="round" />
      <text x="22" y="30" textAnchor="middle" fontSize="20" fontWeight="600" fill="var(--color-deep)">
        {number}
      </text>
    </>
  );
}
