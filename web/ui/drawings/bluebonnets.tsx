const LEAVES = "q-24-3-27-26 24 3 27 26 3-23 27-26-3 23-27 26v-40";
const UPPER = "m-9-67h0m18 0h0m-16-9h0m14 0h0m-7 4v34";
const LOWER = "m-15-34h0m30 0h0m-28-11h0m26 0h0m-25-11h0m24 0h0m-12-6h0";
const SUN = "m0-40h0";
const TIP = "m-4-84h0m8 0h0m-4-8v-3";

/** Bluebonnets, 100 high at size 1, with their feet at `at`. Each is shaped a little by its place. */
export function Bluebonnets({
  at,
  size,
  places = [[0, 0]],
}: {
  at: [number, number];
  size: number;
  places?: [number, number][];
}) {
  const each = (mark: string) => places.map(([x, y]) => `M${x} ${y}${mark}`).join("");
  return (
    <g transform={`translate(${at}) scale(${size})`} fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d={each(LEAVES)} fill="var(--color-meadow)" stroke="var(--color-meadow)" strokeWidth="4" />
      <path d={each(UPPER)} stroke="var(--color-petal)" strokeWidth="14" />
      <path d={each(LOWER)} stroke="var(--color-bluebonnet)" strokeWidth="15" />
      <path d={each(SUN)} stroke="var(--color-sun)" strokeWidth="12" />
      <path d={each(TIP)} stroke="var(--color-cream)" strokeWidth="9.5" />
    </g>
  );
}
