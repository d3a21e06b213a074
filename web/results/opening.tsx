import { type ReactNode, Suspense, useState } from "react";

/** A part that opens on request. Only then is its content rendered and its code loaded. */
export function Opening({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      id={id}
      className="fold no-print"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary>{title}</summary>
      {wasOpened && (
        <Suspense
          fallback={
            <p role="status" className="mt-3">
              Loading...
            </p>
          }
        >
          {children}
        </Suspense>
      )}
    </details>
  );
}
