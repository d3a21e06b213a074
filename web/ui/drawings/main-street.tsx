import { Vehicle } from "../vehicle.tsx";
import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

/** A small town's main street: our office among others, a water tower, and a pickup at the curb. */
export function MainStreet() {
  return (
    <Scene>
      <circle cx="404" cy="112" r="88" fill="var(--color-glow)" />
      <circle cx="404" cy="112" r="60" fill="var(--color-sun)" />
      <path
        d="M-1600 280C-400 276-60 268 110 240S420 208 640 216s1760 30 1760 30v60h-4000z"
        fill="var(--color-field)"
      />
      <path
        d="M414 268l12-118M474 268l-12-118M420 216h48M424 178l44 38M464 178l-44 38"
        stroke="var(--color-asphalt)"
        strokeWidth="4"
      />
      <path d="M412 104l32-26 32 26v44q-32 14-64 0z" fill="var(--color-petal)" />
      <path d="M412 104l32-26 32 26q-32 10-64 0z" fill="var(--color-deep)" />
      <path d="M444 116l4 9 9 1-7 6 2 10-8-5-8 5 2-10-7-6 9-1z" fill="var(--color-cream)" />
      <path d="M20 268v-52" stroke="var(--color-wood)" strokeWidth="10" />
      <path
        d="M20 226c-40 4-58-22-40-42-10-28 16-44 34-34 16-20 50-8 48 16 22 10 16 40-6 42-6 14-24 20-36 18z"
        fill="var(--color-meadow)"
      />
      <path d="M54 268V150h98v118z" fill="var(--color-hill)" />
      <path d="M48 142h106v14H48z" fill="var(--color-petal)" />
      <path d="M286 268V160h104v108z" fill="var(--color-clay)" />
      <path d="M282 152h114v14H282z" fill="var(--color-brick)" />
      <path d="M146 268V126h22v-20h106v20h22v142z" fill="var(--color-cream)" />
      <path d="M146 126h22v-20h106v20h22v8H146z" fill="var(--color-haze)" />
      <rect x="164" y="142" width="114" height="30" rx="5" fill="var(--color-deep)" />
      <path d="M182 150l2 5 5 .5-4 3.5 1 5-4-3-4 3 1-5-4-3.5 5-.5z" fill="var(--color-sun)" />
      <path d="M200 157h62" stroke="var(--color-cream)" strokeWidth="6" strokeLinecap="round" />
      <path
        d="M68 204v-24a9 9 0 0 1 18 0v24zM94 204v-24a9 9 0 0 1 18 0v24zM120 204v-24a9 9 0 0 1 18 0v24zM66 222h42v34H66zM302 182h26v20h-26zM348 182h26v20h-26zM300 220h46v36h-46zM160 212h44v44h-44zM238 212h44v44h-44z"
        fill="var(--color-pane)"
      />
      <path d="M116 220h24v48h-24zM354 220h24v48h-24zM210 214h22v54h-22z" fill="var(--color-bluebonnet)" />
      <path d="M156 186h130l8 22H148z" fill="var(--color-bluebonnet)" />
      <path d="M174 186h19l-1 22h-21zM211 186h19v22h-20zM248 186h19l4 22h-21z" fill="var(--color-haze)" />
      <path d="M60 212h54l6 12H54zM296 210h54l6 12h-66z" fill="var(--color-sun)" />
      <path d={ground(268)} fill="var(--color-wood)" />
      <path d={ground(274)} fill="var(--color-asphalt)" />
      <path d="M-1600 291h4000" stroke="var(--color-sun)" strokeWidth="2.5" strokeDasharray="24 18" />
      <Vehicle kind="pickup" at={[284, 286]} size={1.15} color="var(--color-bluebonnet)" />
      <Bluebonnets
        at={[-22, 271]}
        size={0.44}
        places={[
          [-34, 4],
          [34, 4],
          [0, 0],
        ]}
      />
    </Scene>
  );
}
