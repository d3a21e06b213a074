import type { ReactNode } from "react";
import { t } from "../../db/model/words.ts";
import { Vehicle } from "../ui/vehicle.tsx";

const drawings = () =>
  [
    {
      caption: t`First day with the new pickup, Hill Country`,
      scene: (
        <>
          <circle cx="320" cy="70" r="34" fill="var(--color-sun)" />
          <path d="M0 150q110-60 220-16t180-20v126H0z" fill="var(--color-hill)" />
          <path d="M0 190q120-26 400-8v58H0z" fill="var(--color-dusk)" />
          <Vehicle kind="pickup" at={[110, 204]} size={1.5} color="var(--color-cream)" />
        </>
      ),
    },
    {
      caption: t`School run in a family SUV, San Antonio`,
      scene: (
        <>
          <path d="M40 200v-76l52-38 52 38v76z" fill="var(--color-cream)" />
          <path
            d="M30 128l62-46 62 46"
            fill="none"
            stroke="var(--color-brick)"
            strokeWidth="12"
            strokeLinejoin="round"
          />
          <path d="M78 200v-40h28v40z" fill="var(--color-bluebonnet)" />
          <path d="M320 200v-50" stroke="var(--color-asphalt)" strokeWidth="10" />
          <circle cx="320" cy="120" r="44" fill="var(--color-meadow)" />
          <path d="M0 198h400v42H0z" fill="var(--color-asphalt)" />
          <Vehicle kind="suv" at={[160, 216]} size={1.3} color="var(--color-sun)" />
        </>
      ),
    },
    {
      caption: t`Downtown commute, Houston`,
      scene: (
        <>
          <path
            d="M30 200V90h50v110zM96 200V50h44v150zM156 200v-84h60v84zM232 200V70h40v130zM288 200v-96h70v96z"
            fill="var(--color-hill)"
          />
          <path
            d="M108 70h20M108 90h20M108 110h20M244 90h16M244 110h16M42 110h26M42 130h26M302 124h42M302 144h42"
            stroke="var(--color-cream)"
            strokeWidth="6"
          />
          <path d="M0 198h400v42H0z" fill="var(--color-asphalt)" />
          <path d="M0 226h400" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="22 18" />
          <Vehicle kind="sedan" at={[120, 214]} size={1.4} color="var(--color-bluebonnet)" />
        </>
      ),
    },
    {
      caption: t`The keys, handed over`,
      scene: (
        <>
          <circle cx="150" cy="104" r="44" fill="none" stroke="var(--color-asphalt)" strokeWidth="10" />
          <path d="M186 128l110 62-10 18-16-9-8 14-16-9 8-14-78-44z" fill="var(--color-sun)" />
          <circle cx="190" cy="130" r="30" fill="var(--color-sun)" />
          <circle cx="178" cy="122" r="9" fill="var(--color-tint)" />
          <path d="M108 128l-36 62q-8 14 6 22l22 12q14 8 22-6l34-60z" fill="var(--color-bluebonnet)" />
          <circle cx="104" cy="186" r="10" fill="var(--color-cream)" />
        </>
      ),
    },
  ] satisfies { caption: string; scene: ReactNode }[];

/** Our own drawings in place of photos. */
export function Gallery() {
  return (
    <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
      {drawings().map(({ caption, scene }) => (
        <li key={caption}>
          <figure>
            <svg viewBox="0 0 400 240" aria-hidden="true" className="w-full rounded-card bg-tint">
              {scene}
            </svg>
            <figcaption className="mt-2 text-sm">Drawing: {caption}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
