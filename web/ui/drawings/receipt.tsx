import { Vehicle } from "../vehicle.tsx";
import { Scene } from "./scene.tsx";

/** A receipt that unrolls into a road. */
export function Receipt() {
  return (
    <Scene>
      <circle cx="372" cy="190" r="80" fill="var(--color-glow)" />
      <circle cx="372" cy="190" r="54" fill="var(--color-sun)" />
      <path d="M-1600 292C0 290 180 268 300 240s160-20 2100-30v90h-4000z" fill="var(--color-field)" />
      <path
        d="M92 210C92 300 260 302 420 290L2400 262V240L420 262C270 270 232 262 232 210z"
        fill="var(--color-asphalt)"
      />
      <path
        d="M170 240C200 284 330 280 420 275L2400 251"
        fill="none"
        stroke="var(--color-sun)"
        strokeWidth="3"
        strokeDasharray="24 18"
      />
      <path
        d="M92 216V34l10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8 10-8 10 8v182q-70 22-140 0z"
        fill="var(--color-cream)"
      />
      <path
        d="M114 66h62M114 94h50M114 116h50M114 138h50"
        stroke="var(--color-hill)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path
        d="M196 94h18M196 116h18M196 138h18"
        stroke="var(--color-bluebonnet)"
        strokeWidth="6"
        strokeLinecap="round"
      />
      <path d="M114 174h36M182 174h32" stroke="var(--color-deep)" strokeWidth="9" strokeLinecap="round" />
      <path d="M92 200q70 22 140 0v16q-70 22-140 0z" fill="var(--color-haze)" />
      <Vehicle kind="sedan" at={[330, 280]} size={0.8} color="var(--color-bluebonnet)" />
    </Scene>
  );
}
