import type { ReactNode } from "react";
import { Card } from "../ui/card.tsx";

/** One part of a page, under its own heading. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <Card className="min-w-0">
      <h2 id={id} tabIndex={-1} className="text-h3">
        {title}
      </h2>
      <div className="mt-3">{children}</div>
    </Card>
  );
}
