import { type ReactNode, useState } from "react";

/** What few want to see. It is made, and read, once it is opened. */
export function Fold({ words, children }: { words: ReactNode; children: ReactNode }) {
  const [isOpened, setOpened] = useState(false);
  return (
    <details className="mt-2" onToggle={() => setOpened(true)}>
      <summary className="link inline-flex min-h-6 items-center text-sm">{words}</summary>
      {isOpened && children}
    </details>
  );
}
