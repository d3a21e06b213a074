import { type ReactNode, Suspense, useState } from "react";

/** Something to open for who wants it. What is in it is rendered, and so its code loaded, only then. */
export function Opening({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      id={id}
      className="no-print mt-4"
      onToggle={({ currentTarget }) => currentTarget.open && setWasOpened(true)}
    >
      <summary className="link min-h-6 cursor-pointer">{title}</summary>
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
