import { BANDS, placeOnBands } from "../../../db/model/forecast/meaning.ts";
import { Vehicle } from "../../ui/vehicle.tsx";
import { bandWords } from "./meaning-words.ts";

const WIDTH = 360;
const GAP = 8;
const STRETCH = (WIDTH - 2 * GAP) / BANDS.length;
const PICKUP = 66;

/** The forecast as a road of three parts with a pickup. Drawn in the text's color, which visitors may choose. */
export function Road({ score }: { score: number }) {
  const place = placeOnBands(score);
  const current = Math.min(Math.floor(place), BANDS.length - 1);
  const left = current * (STRETCH + GAP) + (place - current) * (STRETCH - PICKUP);
  return (
    <div>
      <h3 className="text-base">Where you stand today</h3>
      <div className="mt-3 text-bluebonnet">
        <svg viewBox={`0 0 ${WIDTH} 48`} aria-hidden="true" className="block w-full">
          {BANDS.map((band, index) => (
            <rect
              key={band}
              x={index * (STRETCH + GAP)}
              y="36"
              width={STRETCH}
              height="12"
              rx="6"
              fill="currentColor"
              fillOpacity={index === current ? 1 : 0.18}
            />
          ))}
          <Vehicle kind="pickup" at={[left, 37]} size={PICKUP / 120} color="currentColor" />
        </svg>
      </div>
      <ol className="mt-1.5 grid grid-cols-3 gap-2 text-center text-sm leading-tight max-sm:text-[0.8125rem]">
        {BANDS.map((band, index) => (
          <li
            key={band}
            aria-current={index === current || undefined}
            className={index === current ? "font-semibold text-bluebonnet" : "text-quiet"}
          >
            {bandWords[band]}
          </li>
        ))}
      </ol>
    </div>
  );
}
