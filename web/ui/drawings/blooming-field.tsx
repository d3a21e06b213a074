import { t } from "../../../db/model/words.ts";
import { Bluebonnets } from "./bluebonnets.tsx";

/** A field of a hundred plants from edge to edge, of which so many are in bloom, from the front. */
export function BloomingField({ blooming }: { blooming: number }) {
  return (
    <svg
      viewBox="0 0 1200 330"
      role="img"
      aria-label={t`A field of 100 bluebonnets, ${blooming} in bloom`}
      className="mx-auto block w-full max-w-[90rem] overflow-visible"
    >
      <symbol id="bloom" overflow="visible">
        <Bluebonnets at={[0, 0]} size={0.62} />
      </symbol>
      <symbol id="bud" overflow="visible">
        <path
          d="M0 0q-14-2-16-16 14 2 16 16 2-14 16-16-2 14-16 16v-22"
          fill="var(--color-leaf)"
          stroke="var(--color-leaf)"
          strokeWidth="3"
        />
      </symbol>
      <circle cx="860" cy="36" r="70" fill="var(--color-sun)" />
      <path d="M-900 80Q-200-20 300 60T900 30 1400 60 2100 20V400H-900z" fill="var(--color-haze)" />
      <path d="M-900 60Q0 90 500 62T1300 70 2100 50V400H-900z" fill="var(--color-field)" />
      {PLACES.map(([x, y], index) => (
        <use key={`${x} ${y}`} href={index < 100 - blooming ? "#bud" : "#bloom"} x={x} y={y} />
      ))}
    </svg>
  );
}

/** Five rows of twenty, from the far end. */
const PLACES = Array.from({ length: 100 }, (_, index) => {
  const row = Math.floor(index / 20);
  return [20 + 59 * (index % 20) + 30 * (row % 2), 112 + 52 * row];
});
