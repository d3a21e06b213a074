import type { ReactNode } from "react";
import { Card } from "./card.tsx";

/** A card on two posts, to stand in a landscape below it. */
export function Billboard({ children }: { children: ReactNode }) {
  return (
    <div className="relative mx-auto w-full max-w-md">
      <div
        aria-hidden="true"
        className="no-print absolute inset-x-1/6 top-1/2 -bottom-16 border-wood border-x-[0.75rem]"
      />
      <Card className="relative">{children}</Card>
    </div>
  );
}
