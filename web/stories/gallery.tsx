import type { ReactNode } from "react";
import { t } from "../../db/model/words.ts";
import { Bluebonnets } from "../ui/drawings/bluebonnets.tsx";
import { Vehicle } from "../ui/vehicle.tsx";

const CLOUD = "m0 0q-1-11 11-12 5-12 18-8 12-8 20 4 14-1 14 9 0 7-7 7z";

const drawings = () =>
  [
    {
      caption: t`School run in a family SUV, San Antonio`,
      scene: (
        <>
          <circle cx="262" cy="74" r="52" fill="var(--color-glow)" />
          <circle cx="262" cy="74" r="32" fill="var(--color-sun)" />
          <path
            d="M150 204v-84q8-2 12-12 10-8 16-24 14-22 34-24 20 2 34 24 6 16 16 24 4 10 12 12v84z"
            fill="var(--color-haze)"
          />
          <path
            d="M198 204v-40q14-20 28 0v40zM166 156v-16q7-8 14 0v16zM244 156v-16q7-8 14 0v16z"
            fill="var(--color-hill)"
          />
          <path d="M0 204V104l64-44 72 50v94z" fill="var(--color-cream)" />
          <path
            d="M-14 116l78-56 84 58"
            fill="none"
            stroke="var(--color-brick)"
            strokeWidth="13"
            strokeLinejoin="round"
            strokeLinecap="round"
          />
          <path
            d="M20 126h32v30H20zM36 126v30M20 141h32"
            fill="var(--color-pane)"
            stroke="var(--color-wood)"
            strokeWidth="3"
          />
          <path d="M80 204v-66h34v66z" fill="var(--color-bluebonnet)" />
          <circle cx="107" cy="172" r="3" fill="var(--color-sun)" />
          <path d="M0 196h340v64H0z" fill="var(--color-field)" />
          <path d="M0 214h340v46H0z" fill="var(--color-asphalt)" />
          <path d="M0 244h340" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="20 16" />
          <g transform="translate(92 204)scale(.92)">
            <Person at="" shirt="var(--color-meadow)" skin="var(--color-clay)" arm="M0-40l14-10 1-14">
              <path d="M-9-62q0-8 9-9 9 1 9 8-5-4-18 1-4 12-1 18-5-2-4-10 0-5 5-8z" fill="var(--color-shade)" />
            </Person>
          </g>
          <g transform="translate(146 212)scale(.62)">
            <path d="M-20-44h12v24h-10q-5-10-2-24z" fill="var(--color-sun)" />
            <Person at="" shirt="var(--color-petal)" skin="var(--color-clay)" arm="M0-40l12-2">
              <path d="M-9-60q-2-10 9-11 10 1 9 9-8-4-18 2z" fill="var(--color-shade)" />
            </Person>
          </g>
          <Vehicle kind="suv" at={[166, 230]} size={1.2} color="var(--color-bluebonnet)" />
        </>
      ),
    },
    {
      caption: t`Downtown commute, Houston`,
      scene: (
        <>
          <circle cx="96" cy="126" r="74" fill="var(--color-glow)" />
          <circle cx="96" cy="126" r="46" fill="var(--color-sun)" />
          <path d={`M206 44${CLOUD}`} fill="var(--color-cream)" />
          <path
            d="M0 210v-54h34v-30h40v44h22v-62h38v40h24V96l30-16v30h30V70h26v58h26V92h34v40h36v78z"
            fill="var(--color-haze)"
          />
          <path
            d="M44 210V98l24-14v126zM104 210V64l10-10h28l10 10v146zM164 210v-96h36v96zM210 210V42h8V22h4v20h20v168zM252 210V84q22-22 44 0v126zM306 210v-70h34v70z"
            fill="var(--color-hill)"
          />
          <path
            d="M114 74h28M114 92h28M114 110h28M114 128h28M114 146h28M218 62h16M218 80h16M218 98h16M218 116h16M218 134h16M262 100h24M262 118h24M262 136h24M172 130h20M172 148h20M52 112h10M52 130h10M52 148h10M314 156h18"
            stroke="var(--color-pane)"
            strokeWidth="7"
            strokeDasharray="7 4"
          />
          <path d="M0 196q40-16 70-6 20-18 50-4 34-16 64 2 30-16 60-2 40-14 96 4v24H0z" fill="var(--color-meadow)" />
          <path d="M0 202h340v58H0z" fill="var(--color-asphalt)" />
          <path d="M0 202h340v7H0z" fill="var(--color-plank)" />
          <path d="M0 238h340" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="20 16" />
          <Vehicle kind="suv" at={[216, 226]} size={0.86} color="var(--color-petal)" />
          <Vehicle kind="sedan" at={[36, 249]} size={1.45} color="var(--color-sun)" />
        </>
      ),
    },
    {
      caption: t`The keys, handed over`,
      isWide: true,
      scene: (
        <>
          <path d="M0 0h600v260H0z" fill="var(--color-glow)" />
          <circle cx="300" cy="132" r="170" fill="var(--color-sun)" opacity=".4" />
          <circle cx="300" cy="132" r="104" fill="var(--color-sun)" />
          <g fill="none" strokeLinecap="round" strokeLinejoin="round">
            <path d="M-20 62l170 18" stroke="var(--color-bluebonnet)" strokeWidth="58" />
            <path d="M172 60l-4 44" stroke="var(--color-cream)" strokeWidth="16" strokeLinecap="butt" />
            <path d="M190 86l44 6" stroke="var(--color-skin)" strokeWidth="34" />
            <path d="M226 108l50-8" stroke="var(--color-skin)" strokeWidth="14" />
            <path d="M304 112l2 30" stroke="var(--color-asphalt)" strokeWidth="5" />
            <circle cx="294" cy="108" r="20" stroke="var(--color-asphalt)" strokeWidth="6" />
            <path d="M236 84l48 6q8 2 8 10" stroke="var(--color-skin)" strokeWidth="14" />
            <path d="M620 232l-180-14" stroke="var(--color-meadow)" strokeWidth="58" />
            <path d="M424 194l-4 46" stroke="var(--color-cream)" strokeWidth="16" strokeLinecap="butt" />
            <path d="M402 216l-50 0" stroke="var(--color-clay)" strokeWidth="34" />
            <path d="M356 226l-88-4M350 210l-92-2" stroke="var(--color-clay)" strokeWidth="15" />
            <path d="M372 204l-28-20" stroke="var(--color-clay)" strokeWidth="15" />
          </g>
          <g transform="translate(284 122)rotate(28)">
            <path d="M-7 40v42l7 8 8-10-5-6 5-6-5-6 5-6v-16z" fill="var(--color-haze)" />
            <rect x="-15" width="30" height="48" rx="9" fill="var(--color-bluebonnet)" />
            <circle cy="15" r="5" fill="var(--color-petal)" />
            <circle cy="32" r="5" fill="var(--color-petal)" />
          </g>
          <path d="M306 128l16 12 3 44q0 8-8 8h-22q-8 0-7-8l2-44z" fill="var(--color-cream)" />
          <Bluebonnets at={[307, 186]} size={0.36} />
          <Bluebonnets
            at={[60, 264]}
            size={0.9}
            places={[
              [-48, 4],
              [0, -4],
              [44, 6],
            ]}
          />
        </>
      ),
    },
  ] satisfies { caption: string; isWide?: true; scene: ReactNode }[];

/** Somebody who stands, 70 high. Hair or a hat come on top. */
function Person({
  at,
  shirt,
  skin,
  arm,
  children,
}: {
  at: string;
  shirt: string;
  skin: string;
  arm: string;
  children: ReactNode;
}) {
  return (
    <g transform={at} fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d="M-4-3v-22M5-3v-22" stroke="var(--color-deep)" strokeWidth="8" />
      <path d="M0-28v-12" stroke={shirt} strokeWidth="17" />
      <path d={arm} stroke={shirt} strokeWidth="6.5" />
      <circle cy="-61" r="9" fill={skin} />
      <path d="M0-52v2" stroke={skin} strokeWidth="6" />
      {children}
    </g>
  );
}

/** Our own drawings in place of photos. */
export function Gallery() {
  return (
    <ul className="grid grid-cols-2 gap-x-4 gap-y-6 lg:grid-cols-3 lg:gap-6">
      {drawings().map(({ caption, isWide, scene }) => (
        <li key={caption} className={isWide ? "max-lg:col-span-2" : ""}>
          <figure>
            <svg
              viewBox={isWide ? "0 0 600 260" : "0 0 340 260"}
              preserveAspectRatio="xMidYMid slice"
              aria-hidden="true"
              className={`aspect-[5/4] w-full rounded-card bg-tint ${isWide ? "max-lg:aspect-[2/1]" : ""}`}
            >
              {scene}
            </svg>
            <figcaption className="mt-2 text-sm">{caption}</figcaption>
          </figure>
        </li>
      ))}
    </ul>
  );
}
