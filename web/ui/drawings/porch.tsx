import type { ReactNode } from "react";
import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

/** A porch in the evening: one person asks, the other answers. */
export function Porch() {
  return (
    <Scene>
      <circle cx="34" cy="222" r="74" fill="var(--color-glow)" />
      <circle cx="34" cy="222" r="48" fill="var(--color-sun)" />
      <path d="M-1600 276C-500 270-160 262 20 246s500 0 500 0v54h-2120z" fill="var(--color-field)" />
      <path d="M90 268V40h2000v228z" fill="var(--color-haze)" />
      <path
        d="M96 78h2000M96 112h2000M96 146h2000M96 180h2000M96 214h2000M96 246h2000"
        stroke="var(--color-hill)"
        strokeWidth="2.5"
      />
      <path
        d="M216 70h80v86h-80zM256 70v86M216 113h80"
        fill="var(--color-pane)"
        stroke="var(--color-cream)"
        strokeWidth="7"
      />
      <path d="M408 78h70v190h-70z" fill="var(--color-bluebonnet)" stroke="var(--color-cream)" strokeWidth="8" />
      <path d="M422 94h42v54h-42z" fill="var(--color-pane)" />
      <circle cx="464" cy="186" r="5" fill="var(--color-sun)" />
      <path d="M64 22h2000v22H58z" fill="var(--color-deep)" />
      <path d="M58 44h2000v9H97v215H83V53H58z" fill="var(--color-cream)" />
      <path d={ground(266)} fill="var(--color-plank)" />
      <path d={ground(274)} fill="var(--color-wood)" />
      <path
        d="M124 258q40 14 78-1M142 263l4-40h42l-4 40M146 223l-14-62M388 258q-40 14-78-1M370 263l-4-40h-42l4 40M366 223l14-62M236 264l6-32h28l6 32M232 230h48"
        fill="none"
        stroke="var(--color-wood)"
        strokeWidth="6"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
      <Sitter at="translate(166 266)" shirt="var(--color-brick)" skin="var(--color-skin)">
        <path d="M-39-128q4 8 26 6 22 0 24-6-3-5-12-5-2-14-11-13-5-4-9 0-9 0-10 14-6 0-8 4z" fill="var(--color-clay)" />
      </Sitter>
      <Sitter at="translate(346 266)scale(-1 1)" shirt="var(--color-meadow)" skin="var(--color-clay)">
        <path d="M4-132q-6-9-14-10a9 9 0 1 0-14 9q-7 9-1 21 6 8 10 0-2-10 4-14 8 0 15-6z" fill="var(--color-shade)" />
      </Sitter>
      <path
        d="M240 224v-12h12v12zM260 224v-12h12v12z"
        fill="var(--color-cream)"
        stroke="var(--color-cream)"
        strokeWidth="4"
      />
      <Bluebonnets
        at={[20, 274]}
        size={0.46}
        places={[
          [-34, 10],
          [34, 8],
          [0, 0],
        ]}
      />
    </Scene>
  );
}

/** A seated person who faces right. Hair and hat come on top. */
function Sitter({ at, shirt, skin, children }: { at: string; shirt: string; skin: string; children: ReactNode }) {
  return (
    <g transform={at} fill="none" strokeLinecap="round" strokeLinejoin="round">
      <path d="M-10-55h38l2 42" stroke="var(--color-deep)" strokeWidth="17" />
      <path d="M31-5h12" stroke="var(--color-shade)" strokeWidth="9" />
      <path d="M-12-58l-4-38" stroke={shirt} strokeWidth="28" />
      <path d="M-12-110v-8M26-77h1" stroke={skin} strokeWidth="11" />
      <circle cx="-10" cy="-122" r="15" fill={skin} />
      <path d="M-13-94l8 26 24-6" stroke={shirt} strokeWidth="11" />
      <path d="M-13-94l8 26 24-6" stroke="var(--color-shade)" strokeWidth="11" opacity=".2" />
      {children}
    </g>
  );
}
