import { t } from "../../../db/model/words.ts";

const STAR = "m7 1 1.8 3.9 4.2.5-3.1 2.9.8 4.2L7 10.4l-3.7 2.1.8-4.2L1 5.4l4.2-.5z";
const WIDTH = 14;

/** One to five stars in the color of the text beside them. `label` is for people who cannot see them. */
export function Stars({ count, label }: { count: number; label: string }) {
  return (
    <>
      <span className="sr-only">{label}</span>
      <svg viewBox="0 0 70 14" aria-hidden="true" className="h-2.5 w-[50px]" fill="currentColor">
        {Array.from({ length: count }, (_, index) => index * WIDTH).map((x) => (
          <path key={x} d={STAR} transform={`translate(${x})`} />
        ))}
      </svg>
    </>
  );
}

export function starsInWords(count: number) {
  return count === 1 ? t`1 star` : t`${count} stars`;
}
