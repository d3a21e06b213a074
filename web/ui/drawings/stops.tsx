import { Vehicle } from "../vehicle.tsx";
import { Bluebonnets } from "./bluebonnets.tsx";
import { Scene } from "./scene.tsx";

const PIN = "c-10-13-15-19-15-27a15 15 0 0 1 30 0c0 8-5 14-15 27z";

/** The road from home, past our office, to the car lot. */
export function Stops() {
  return (
    <Scene>
      <circle cx="300" cy="146" r="92" fill="var(--color-glow)" />
      <circle cx="300" cy="146" r="62" fill="var(--color-sun)" />
      <path
        d="M-1600 284C-300 278-60 240 120 190S330 146 460 140s1940-40 1940-40v240h-4000z"
        fill="var(--color-haze)"
      />
      <path
        d="M-1600 288C-300 282-40 264 140 212S340 154 520 160s1880-10 1880-10v170h-4000z"
        fill="var(--color-field)"
      />
      <path
        d="M-1600 292C-300 288-20 288 140 252S400 192 560 192s1840 10 1840 10v120h-4000z"
        fill="var(--color-meadow)"
      />
      <path
        d="M30 304C100 258 326 262 326 232 326 212 222 206 222 186 222 170 284 164 293 147L298 147C293 168 244 174 246 187 250 202 398 204 398 236 398 276 260 268 206 304z"
        fill="var(--color-asphalt)"
      />
      <g fill="none" stroke="var(--color-sun)">
        <path d="M118 304C178 262 362 268 362 234" strokeWidth="3.5" strokeDasharray="16 12" />
        <path d="M361 230C356 210 234 206 234 186" strokeWidth="2" strokeDasharray="8 7" />
      </g>
      <path d="M44 270v-42h64v42zM418 212v-40h8v-8h42v8h8v40zM158 204v-22h48v22z" fill="var(--color-cream)" />
      <path d="M34 232l42-34 42 34z" fill="var(--color-brick)" />
      <path d="M152 176h60v9h-60zM432 174h30v9h-30z" fill="var(--color-deep)" />
      <path d="M68 270v-26h16v26zM440 212v-18h14v18zM418 187h58l4 9h-66z" fill="var(--color-bluebonnet)" />
      <path
        d="M92 240h10v12H92zM50 240h10v12H50zM423 199h12v13h-12zM459 199h12v13h-12zM163 188h16v10h-16zM185 188h16v10h-16z"
        fill="var(--color-pane)"
      />
      <path d="M142 206v-42q40 14 80 0v42" fill="none" stroke="var(--color-asphalt)" strokeWidth="2.5" />
      <path d="M150 167l10 2-6 10zM166 171l10 1-5 9zM188 172l10-1-5 10zM204 169l10-2-4 11z" fill="var(--color-brick)" />
      <path d={`M76 192${PIN}M447 158${PIN}M182 162${PIN}`} fill="var(--color-bluebonnet)" />
      <path d="M76 165h0M447 131h0M182 135h0" stroke="var(--color-cream)" strokeWidth="12" strokeLinecap="round" />
      <Vehicle kind="pickup" at={[196, 277]} size={0.62} color="var(--color-cream)" />
      <Bluebonnets
        at={[424, 306]}
        size={0.62}
        places={[
          [-44, 6],
          [40, 4],
          [0, 0],
        ]}
      />
    </Scene>
  );
}
