import type { ReactNode } from "react";

/** Somebody behind a desk, whose edge is the lower one. `back` is behind the person, `children` is before. */
function Reader({
  shirt,
  skin,
  hair,
  back,
  children,
}: {
  shirt: string;
  skin: string;
  hair: ReactNode;
  back?: ReactNode;
  children: ReactNode;
}) {
  return (
    <svg viewBox="0 0 200 150" aria-hidden="true" className="no-print w-full">
      <g fill="none" strokeLinecap="round" strokeLinejoin="round">
        <circle cx="100" cy="80" r="70" fill="var(--color-tint)" />
        {back}
        <path d="M26 150q0-46 42-51l32 12 32-12q42 5 42 51z" fill={shirt} />
        <path d="M100 84v20" stroke={skin} strokeWidth="22" />
        <circle cx="100" cy="62" r="29" fill={skin} />
        {hair}
        {children}
      </g>
    </svg>
  );
}

/** Calls, with the form before her. */
export function Specialist() {
  return (
    <Reader
      shirt="var(--color-meadow)"
      skin="var(--color-clay)"
      back={<path d="M66 60q0-36 34-36t34 36q4 30 8 46H58q4-16 8-46z" fill="var(--color-shade)" />}
      hair={<path d="M70 60q0-32 30-32t30 32q-18-2-26-16-12 14-34 16z" fill="var(--color-shade)" />}
    >
      <path d="M68 60a32 32 0 0 1 64 0" stroke="var(--color-hill)" strokeWidth="5" />
      <path d="M69 60v10M131 60v10" stroke="var(--color-bluebonnet)" strokeWidth="11" />
      <path d="M131 74q-2 12-20 11" stroke="var(--color-hill)" strokeWidth="4" />
      <path d="M78 122h48l8 28H70z" fill="var(--color-cream)" />
      <path d="M88 131h16M86 140h30" stroke="var(--color-hill)" strokeWidth="4" />
    </Reader>
  );
}

/** Looks at the clock. */
export function Manager() {
  return (
    <Reader
      shirt="var(--color-bluebonnet)"
      skin="var(--color-skin)"
      back={
        <>
          <circle cx="168" cy="40" r="21" fill="var(--color-cream)" stroke="var(--color-asphalt)" strokeWidth="5" />
          <path d="M168 40V28M168 40l9 5" stroke="var(--color-deep)" strokeWidth="4" />
        </>
      }
      hair={<path d="M70 60q-4-34 30-34t30 34q-5-15-16-17-16 5-30 0-11 4-14 17z" fill="var(--color-hill)" />}
    >
      <path d="M86 100l14 16 14-16-14 50z" fill="var(--color-cream)" />
      <path
        d="M79 64a9 9 0 0 1 18 0a9 9 0 0 1-18 0M103 64a9 9 0 0 1 18 0a9 9 0 0 1-18 0M97 63h6"
        stroke="var(--color-shade)"
        strokeWidth="3"
      />
    </Reader>
  );
}

/** At a counter of his own, behind a pane. */
export function Lender() {
  return (
    <Reader
      shirt="var(--color-asphalt)"
      skin="var(--color-clay)"
      back={<path d="M28 150V60q0-52 72-52t72 52v90z" fill="var(--color-pane)" />}
      hair={
        <path
          d="M71 58q-2-31 29-31t29 31q-8-12-29-12t-29 12zM73 70q4 22 27 22t27-22q-10 8-27 8t-27-8z"
          fill="var(--color-shade)"
        />
      }
    >
      <path d="M84 100l16 18 16-18-16 50z" fill="var(--color-cream)" />
      <path d="M95 112h10l4 38H91z" fill="var(--color-brick)" />
      <path d="M28 150V60q0-52 72-52t72 52v90" stroke="var(--color-wood)" strokeWidth="8" />
    </Reader>
  );
}
