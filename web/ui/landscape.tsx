import { Bluebonnets } from "./drawings/bluebonnets.tsx";
import { Vehicle } from "./vehicle.tsx";

/** Hill country from edge to edge, over the drawing's top, too: a pickup drives towards the sun, past a field of bluebonnets. */
export function Landscape({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 420"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={`block w-full overflow-visible ${className}`}
    >
      <radialGradient id="glow">
        <stop stopColor="var(--color-glow)" />
        <stop offset="1" stopColor="var(--color-glow)" stopOpacity="0" />
      </radialGradient>
      <circle {...sun} r="380" fill="url(#glow)" />
      <circle {...sun} r="86" fill="var(--color-sun)" />
      <path
        d="M-400 262C-100 190 120 196 330 214S700 176 850 124 1120 158 1240 92 1600 40 1840 60v330H-400z"
        fill="var(--color-haze)"
      />
      <path
        d="M-400 262C-100 240 90 204 300 240S640 230 800 192 1060 150 1180 178 1500 104 1840 96v330H-400z"
        fill="var(--color-hill)"
        opacity=".5"
      />
      <circle cx="1010" cy="260" r="260" fill="url(#glow)" opacity=".6" />
      <path
        d="M-400 260C0 224 180 272 420 268S760 236 900 230 1180 214 1330 178 1600 170 1840 180v330H-400z"
        fill="var(--color-hill)"
      />
      <path
        d="M-400 290C0 256 260 276 520 284S900 254 1040 252 1400 222 1840 216v330H-400z"
        fill="var(--color-field)"
        opacity=".55"
      />
      <path d="M-400 312C0 270 300 290 620 296S1160 262 1840 262v330H-400z" fill="var(--color-field)" />
      <path d={OAK} fill="var(--color-meadow)" />
      <path d={LANE} fill="var(--color-asphalt)" />
      <path d={LINE} fill="none" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="26 20" />
      <Vehicle kind="pickup" at={[600, 344]} size={1.65} color="var(--color-brick)" />
      <path d={VERGE} fill="var(--color-meadow)" />
      <path d={VERGE} fill="var(--color-deep)" opacity=".3" />
      <path
        d={DRIFTS}
        fill="none"
        stroke="var(--color-petal)"
        strokeWidth="7"
        strokeLinecap="round"
        strokeDasharray="0 13 0 21 0 9 0 17"
      />
      <Bluebonnets
        at={[420, 410]}
        size={0.75}
        places={[
          [-520, 4],
          [-250, -4],
          [0, 2],
          [150, 4],
        ]}
      />
      <Bluebonnets
        at={[1060, 408]}
        size={1}
        places={[
          [-90, 4],
          [0, -8],
          [80, 4],
          [190, -4],
          [270, 6],
        ]}
      />
    </svg>
  );
}

const sun = { cx: 1010, cy: 104 };
/** The road: wide in front, ever narrower up to the hills. */
const LANE =
  "M-400 334C0 298 400 312 700 302S1036 298 1036 288 1008 280 1010 266 1028 258 1036 253L1046 252C1042 258 1030 260 1030 266 1032 278 1102 280 1104 294S960 336 720 346 0 354-400 386z";
const LINE = "M-400 354C0 322 380 334 700 325S1066 302 1068 292 1018 278 1020 264";
const VERGE = "M-400 376C0 350 380 366 720 356S1100 330 1260 314 1600 300 1840 300v330H-400z";
const OAK =
  "M1222 252q8-22 2-40-30 8-44-8-26-4-18-24 0-20 26-20 12-20 38-12 28-10 38 10 26 0 24 22 10 18-12 26-14 14-38 4-6 20 4 42z";
/** Rows of flowers further away, as dots. */
const DRIFTS =
  "M-20 376Q300 370 520 376M640 376Q1000 366 1260 330M860 376Q1200 358 1460 318M1110 290Q1300 276 1500 274";
