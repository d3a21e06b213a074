import { Landscape } from "../landscape.tsx";

/** A pickup on its way. */
export function OpenRoad() {
  return <Landscape className="h-80 object-[35%_100%] sm:object-[43%_100%]" />;
}

/** The same pickup before a barrier. */
export function DeadEnd() {
  return (
    <div className="relative">
      <OpenRoad />
      {/* Wherever the landscape is cut, the point of it at 43% stays at 43%. On a phone the whole pickup is to be seen. */}
      <svg
        viewBox="0 0 140 106"
        aria-hidden="true"
        className="no-print absolute bottom-[34%] left-[calc(8.5rem+35%)] h-[19%] sm:left-[43%]"
      >
        <path d="M24 104V10M116 104V10" stroke="var(--color-wood)" strokeWidth="9" />
        <path d="M2 16h136v26H2zM2 56h136v26H2z" fill="var(--color-cream)" />
        <path
          d="M18 16h24l-16 26H2zM66 16h24l-16 26h-24zM114 16h24l-16 26h-24zM18 56h24l-16 26H2zM66 56h24l-16 26h-24zM114 56h24l-16 26h-24z"
          fill="var(--color-brick)"
        />
        <circle cx="24" cy="8" r="8" fill="var(--color-sun)" />
        <circle cx="116" cy="8" r="8" fill="var(--color-sun)" />
      </svg>
    </div>
  );
}
