import type { ReactNode } from "react";

/** A table that may be wider than the screen. The keyboard must be able to scroll it. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls takes focus.
    <section aria-label={label} tabIndex={0} className="mt-2 overflow-x-auto">
      {children}
    </section>
  );
}
