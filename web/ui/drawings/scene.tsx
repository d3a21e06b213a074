import type { ReactNode } from "react";

/** A drawing of 480 by 300 at the bottom of a hero. No text, because visitors may change colors, and no ids. */
export function Scene({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 480 300" aria-hidden="true" className="no-print block w-full overflow-visible">
      {children}
    </svg>
  );
}

/** The ground from edge to edge of the window, below this height of the scene. */
export function ground(y: number, height = 300 - y) {
  return `M-1600 ${y}h4000v${height}h-4000z`;
}
