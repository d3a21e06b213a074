import type { ReactNode } from "react";

/** The page between header and footer, where the skip link leads. */
export function Main({ children }: { children?: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className="relative min-h-svh">
      {children}
    </main>
  );
}
