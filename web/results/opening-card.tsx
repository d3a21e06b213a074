import { type ReactNode, Suspense, useState } from "react";

interface OpeningProps {
  id: string;
  title: string;
  children: ReactNode;
}

/** A card that somebody opens who wants what is in it. */
export function OpeningCard(props: OpeningProps) {
  return <Opening {...props} className="rounded-card border border-line bg-white p-5 shadow-card sm:p-7" />;
}

/** What is in it is rendered, and so its code loaded, only once it is opened. */
export function Opening({ id, title, className, children }: OpeningProps & { className: string }) {
  const [wasOpened, setWasOpened] = useState(false);
  return (
    <details
      id={id}
      className={`no-print ${className}`}
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
