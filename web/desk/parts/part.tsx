import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { Card } from "../../ui/card.tsx";

/** A part of a page with its own heading. */
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

/** A line that opens on demand. */
export function Fold({
  id,
  title,
  note,
  children,
}: {
  id?: string;
  title: string;
  /** What can be known without opening it. */
  note?: string | undefined;
  children: ReactNode;
}) {
  return (
    <details className="min-w-0 border-line not-first:border-t [:not(details)+&]:mt-3">
      <summary className="flex min-h-9 cursor-pointer items-center gap-2">
        <ChevronRight aria-hidden="true" className="size-4 shrink-0 text-quiet [[open]>summary>&]:rotate-90" />
        <h3 id={id} tabIndex={-1} className="text-base">
          {title}
        </h3>
        <span className="ml-auto min-w-0 truncate text-quiet text-sm">{note}</span>
      </summary>
      <div className="pt-1 pb-4 sm:pl-6">{children}</div>
    </details>
  );
}
