import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

/** A page with a seal, and a pen beside it. */
export function Document() {
  return (
    <Scene>
      <circle cx="262" cy="150" r="138" fill="var(--color-haze)" />
      <g transform="rotate(7 300 300)">
        <rect x="180" y="36" width="190" height="290" rx="8" fill="var(--color-haze)" />
      </g>
      <g transform="rotate(-5 240 300)">
        <rect x="158" y="38" width="196" height="290" rx="8" fill="var(--color-shade)" opacity=".1" />
        <rect x="150" y="30" width="196" height="290" rx="8" fill="var(--color-cream)" />
        <path d="M176 62h92" stroke="var(--color-deep)" strokeWidth="11" strokeLinecap="round" />
        <path
          d="M176 90h144M176 110h144M176 130h118M176 162h144M176 182h64M176 202h76"
          stroke="var(--color-hill)"
          strokeWidth="6.5"
          strokeLinecap="round"
        />
        <path
          d="M176 244c8-18 18-18 15-4s-9 12 0 2 14-10 12-2 4 8 10 0 10 4 22-2"
          fill="none"
          stroke="var(--color-bluebonnet)"
          strokeWidth="3.5"
          strokeLinecap="round"
        />
        <path d="M174 258h76" stroke="var(--color-haze)" strokeWidth="3" />
        <path d="M281 226l-9 48 17-9 13 15 6-46zM317 226l12 47-18-8-12 16-8-46z" fill="var(--color-bluebonnet)" />
        <circle
          cx="299"
          cy="212"
          r="32"
          fill="var(--color-sun)"
          stroke="var(--color-sun)"
          strokeWidth="11"
          strokeLinecap="round"
          strokeDasharray="0 11.17"
        />
        <circle cx="299" cy="212" r="25" fill="var(--color-plank)" />
        <path d="M299 195l5 11 12 1-9 8 3 12-11-6-11 6 3-12-9-8 12-1z" fill="var(--color-clay)" />
      </g>
      <path d={ground(280)} fill="var(--color-wood)" />
      <path d={ground(280, 6)} fill="var(--color-plank)" />
      <Bluebonnets
        at={[430, 284]}
        size={0.82}
        places={[
          [-40, 14],
          [38, 16],
          [0, 0],
        ]}
      />
    </Scene>
  );
}
