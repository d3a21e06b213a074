import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

/** A letter on a counter, and a window with a view of the mailbox at the road. */
export function Counter() {
  return (
    <Scene>
      <path d="M252 24h212v202H252z" fill="var(--color-haze)" />
      <circle cx="312" cy="128" r="36" fill="var(--color-sun)" />
      <path d="M252 152q60-30 110-12t102-8v98H252z" fill="var(--color-field)" />
      <path d="M252 196q90-22 212-10v44H252z" fill="var(--color-meadow)" />
      <path d="M404 226v-76" stroke="var(--color-wood)" strokeWidth="10" />
      <path d="M366 158v-30q0-20 20-20h38q20 0 20 20v30z" fill="var(--color-petal)" />
      <path d="M366 158v-30q0-20 20-20t20 20v30z" fill="var(--color-bluebonnet)" />
      <path d="M426 136V88h22v14h-14v34z" fill="var(--color-brick)" />
      <Bluebonnets
        at={[366, 214]}
        size={0.44}
        places={[
          [-36, 4],
          [34, 6],
          [0, 0],
        ]}
      />
      <path d="M252 24h212v202H252zM252 78h212M358 24v54" fill="none" stroke="var(--color-cream)" strokeWidth="9" />
      <path d="M240 222h236v13H240z" fill="var(--color-cream)" />
      <path d={ground(258)} fill="var(--color-wood)" />
      <path d={ground(258, 8)} fill="var(--color-plank)" />
      <path d="M62 172h152v94H62z" fill="var(--color-cream)" />
      <path
        d="M62 172l76 54 76-54M62 266l56-52M214 266l-56-52"
        fill="none"
        stroke="var(--color-petal)"
        strokeWidth="5"
      />
      <circle cx="138" cy="226" r="11" fill="var(--color-brick)" />
    </Scene>
  );
}
