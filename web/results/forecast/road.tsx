import { BANDS, placeOnBands } from "../../../db/model/forecast/meaning.ts";
import { Vehicle } from "../../ui/vehicle.tsx";

const WIDTH = 720;
const GAP = 8;
const SEGMENTS = 6;
const LENGTH = (WIDTH - (SEGMENTS - 1) * GAP) / SEGMENTS;
/** How strong a segment's color is: ahead, passed, and where the pickup stands. */
const AHEAD = 0.16;
const PASSED = 0.45;

/** The forecast as a road with a pickup, two segments to a band. Drawn in the text's color, which visitors may choose. */
export function Road({ score }: { score: number }) {
  const perBand = SEGMENTS / BANDS.length;
  const current = Math.min(Math.floor(placeOnBands(score) * perBand), SEGMENTS - 1);
  const startOf = (segment: number) => segment * (LENGTH + GAP);
  return (
    <svg viewBox={`0 0 ${WIDTH} 68`} aria-hidden="true" className="mt-2 block w-full text-bluebonnet">
      {Array.from({ length: SEGMENTS }, (_, index) => (
        <rect
          key={startOf(index)}
          x={startOf(index)}
          y="56"
          width={LENGTH}
          height="12"
          rx="6"
          fill="currentColor"
          fillOpacity={index === current ? 1 : index < current ? PASSED : AHEAD}
        />
      ))}
      <Vehicle kind="pickup" at={[startOf(current), 57]} size={LENGTH / 120} color="currentColor" />
    </svg>
  );
}
