import type { ReactNode } from "react";

/**
 * A drawing of 480 by 300 that stands on the lower edge of a hero, which cuts off what is beside it: grounds run from
 * edge to edge. Decorative, so readers skip it. No text and no ids: visitors' colours would change the one, and two
 * drawings could share the other.
 */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 480 300" aria-hidden="true" className="block w-full overflow-visible">
      {children}
    </svg>
  );
}

/** A ground from edge to edge of the window, down from this height of the scene. */
export function ground(y: number, height = 300 - y) {
  return `M-1600 ${y}h4000v${height}h-4000z`;
}
