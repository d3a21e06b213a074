import { Bluebonnets } from "./bluebonnets.tsx";
import { ground, Scene } from "./scene.tsx";

const keys = [
  { x: 106, color: "var(--color-petal)" },
  { x: 194, color: "var(--color-meadow)" },
  { x: 282, color: "var(--color-sun)" },
  { x: 370, color: "var(--color-brick)" },
];
const SHEET = "M238 258V176q0-6 6-6h76q6 0 6 6v82z";

/** Keys on the wall and a form on the counter. The form's seal has the color of the key that fits. */
export function Keys() {
  return (
    <Scene>
      <circle cx="282" cy="140" r="112" fill="var(--color-card)" />
      <rect x="58" y="20" width="360" height="30" rx="6" fill="var(--color-wood)" />
      <rect x="58" y="20" width="360" height="8" rx="4" fill="var(--color-plank)" />
      {keys.map(({ x, color }) => (
        <g key={x} transform={`translate(${x} 42)`}>
          <circle cy="15" r="13" fill="none" stroke="var(--color-asphalt)" strokeWidth="3.5" />
          <circle r="5" fill="var(--color-deep)" />
          <path
            d="M0 22a20 20 0 0 1 7 38.5V106l-7 8-7-8V60.5A20 20 0 0 1 0 22zm0 9a6 6 0 0 0 0 12 6 6 0 0 0 0-12zM7 80h11v8H7zM7 94h8v7H7z"
            fill={color}
          />
        </g>
      ))}
      <path d={SHEET} transform="translate(8 4)" fill="var(--color-shade)" opacity=".08" />
      <path d={SHEET} fill="var(--color-cream)" />
      <path d="M252 190h34" stroke="var(--color-deep)" strokeWidth="8" strokeLinecap="round" />
      <path d="M252 208h60M252 222h60M252 236h26" stroke="var(--color-hill)" strokeWidth="5.5" strokeLinecap="round" />
      <circle cx="308" cy="238" r="11" fill="var(--color-sun)" />
      <path d="M96 256q0-46 46-46t46 46z" fill="var(--color-sun)" />
      <path d="M160 213q28 9 28 43h-16q0-30-12-43z" fill="var(--color-clay)" />
      <path d="M88 253h108M142 198v8" stroke="var(--color-asphalt)" strokeWidth="9" strokeLinecap="round" />
      <Bluebonnets
        at={[398, 232]}
        size={0.6}
        places={[
          [-26, 6],
          [26, 6],
          [0, 0],
        ]}
      />
      <path d="M366 220h64l-7 38h-50z" fill="var(--color-petal)" />
      <path d="M362 214h72v12h-72z" fill="var(--color-hill)" />
      <path d={ground(262)} fill="var(--color-deep)" />
      <path d={ground(256, 9)} fill="var(--color-dusk)" />
    </Scene>
  );
}
