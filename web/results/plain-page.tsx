import type { ReactNode } from "react";

/** The frame of a page of results for everything but the application itself. */
export function PlainPage({ children }: { children: ReactNode }) {
  return <div className="mx-auto max-w-page px-4 py-10 sm:px-6 sm:py-14">{children}</div>;
}
