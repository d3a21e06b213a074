import { Vehicle } from "./vehicle.tsx";

/** Hill country from edge to edge: a sun, hills that rise over the drawing's top, a road with a pickup, bluebonnets. */
export function Landscape({ className = "" }: { className?: string }) {
  return (
    <svg
      viewBox="0 0 1440 280"
      preserveAspectRatio="xMidYMax slice"
      aria-hidden="true"
      className={`block w-full overflow-visible ${className}`}
    >
      <circle cx="866" cy="66" r="84" fill="var(--color-sun)" />
      <path d="M0 160Q200 90 420 130T860 110Q1040 50 1200 20T1440-40V290H0z" fill="var(--color-haze)" />
      <path d="M0 190q240-60 520-20t480-20 440-60v190H0z" fill="var(--color-hill)" />
      <path d="M0 214q360-40 720-10t720-20v96H0z" fill="var(--color-dusk)" />
      <path d={ROAD} fill="none" stroke="var(--color-asphalt)" strokeWidth="30" />
      <path d={ROAD} fill="none" stroke="var(--color-sun)" strokeWidth="2.5" strokeDasharray="26 20" />
      <Vehicle kind="pickup" at={[590, 228]} size={1.2} color="var(--color-cream)" />
      <path d="M0 258q360-34 720-8t720-20v60H0z" fill="var(--color-deep)" />
      <Bluebonnets />
    </svg>
  );
}

const ROAD = "M0 232q360-30 720-8t720-16";
/** Where the flowers stand. */
const places = [60, 120, 215, 262, 330, 415, 470, 540, 590, 690, 760, 800, 870, 925, 985, 1060, 1170, 1230, 1290, 1370];
/** What is drawn at each, from its foot: dots for petals, wide below and narrow above, then the white tip. */
const STEM = "v-36";
const PETALS = "m-7-12h0m14 0h0m-7-2h0m-6-7h0m12 0h0m-6-2h0m-4-7h0m8 0h0";
const TIP = "m0-36h0m0-6h0";

function Bluebonnets() {
  return (
    <g fill="none" strokeLinecap="round">
      <path d={flowers(STEM)} stroke="var(--color-meadow)" strokeWidth="3" />
      <path d={flowers(PETALS)} stroke="var(--color-petal)" strokeWidth="9" />
      <path d={flowers(TIP)} stroke="var(--color-cream)" strokeWidth="7" />
    </g>
  );
}

/** One path that draws the same mark at every flower. */
function flowers(mark: string) {
  return places.map((x, index) => `M${x} ${284 - (index % 3) * 8}${mark}`).join("");
}
