import { Vehicle } from "../vehicle.tsx";
import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

/** A road that ends at a barrier among flowers, and a pickup that stands before it. */
export function DeadEnd() {
  return (
    <div className="mx-auto flex min-h-100 max-w-page items-end justify-end px-4">
      <div className="w-full max-w-form">
        <Scene>
          <circle cx="330" cy="130" r="92" fill="var(--color-glow)" />
          <circle cx="330" cy="130" r="60" fill="var(--color-sun)" />
          <path
            d="M-1600 300H-160C0 300 40 200 200 190S420 120 640 136s1760 40 1760 40v160z"
            fill="var(--color-haze)"
          />
          <path
            d="M-1600 300H-100C60 300 60 224 220 214S440 190 700 196s1700 20 1700 20v120z"
            fill="var(--color-hill)"
          />
          <path d={ground(240)} fill="var(--color-field)" />
          <path d="M-1600 246H300q14 0 14 24t-14 24H-1600z" fill="var(--color-asphalt)" />
          <path d="M-1600 268H296" stroke="var(--color-sun)" strokeWidth="3" strokeDasharray="24 18" />
          <path d="M330 286v-96M438 286v-96" stroke="var(--color-wood)" strokeWidth="9" />
          <path d="M314 196h140v26H314zM314 236h140v26H314z" fill="var(--color-cream)" />
          <path
            d="M330 196h24l-16 26h-24zM378 196h24l-16 26h-24zM426 196h24l-16 26h-24zM330 236h24l-16 26h-24zM378 236h24l-16 26h-24zM426 236h24l-16 26h-24z"
            fill="var(--color-brick)"
          />
          <circle cx="330" cy="184" r="8" fill="var(--color-sun)" />
          <circle cx="438" cy="184" r="8" fill="var(--color-sun)" />
          <Vehicle kind="pickup" at={[96, 290]} size={1.4} color="var(--color-cream)" />
          <path d={ground(292)} fill="var(--color-meadow)" />
          <Bluebonnets
            at={[404, 306]}
            size={0.66}
            places={[
              [-70, 4],
              [74, 2],
              [0, 0],
            ]}
          />
        </Scene>
      </div>
    </div>
  );
}
