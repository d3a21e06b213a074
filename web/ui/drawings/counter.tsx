import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

/** A telephone on a counter, and a window with a view of the mailbox at the road. */
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
      <path
        d="M76 172c-36 6-36 30-20 34s14 16 0 17-12 17 2 18 14 15-2 15 8 8 32 4"
        fill="none"
        stroke="var(--color-ink)"
        strokeWidth="4.5"
      />
      <path d="M74 264l26-66q6-16 22-16h50q16 0 22 16l26 66z" fill="var(--color-bluebonnet)" />
      <path d="M74 264l6-15h134l6 15z" fill="var(--color-deep)" />
      <path
        d="M68 184q-6-44 79-44t79 44q1 9-9 9h-30q-9 0-10-9-2-11-30-11t-30 11q-1 9-10 9H77q-10 0-9-9z"
        fill="var(--color-ink)"
      />
      <rect x="116" y="196" width="62" height="46" rx="7" fill="var(--color-pane)" />
      <path
        d="M130 206h36M130 219h36M130 232h36"
        stroke="var(--color-bluebonnet)"
        strokeWidth="8"
        strokeLinecap="round"
        strokeDasharray="0 17"
      />
      <path
        d="M66 128q8-16 22-22M44 120q12-28 36-38"
        fill="none"
        stroke="var(--color-sun)"
        strokeWidth="6"
        strokeLinecap="round"
      />
    </Scene>
  );
}
