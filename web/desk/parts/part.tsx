import { ChevronDown } from "lucide-react";
import { createContext, type ReactNode, useContext, useEffect, useState } from "react";
import { Card } from "../../ui/card.tsx";

/** Whether parts inside are open at first; null if they cannot be folded. */
const FoldingContext = createContext<boolean | null>(null);

/** Parts inside can be folded. They open once `isOpen` becomes true, and then stay as people leave them. */
export function Foldable({ isOpen = false, children }: { isOpen?: boolean; children: ReactNode }) {
  return <FoldingContext value={isOpen}>{children}</FoldingContext>;
}

/** A part of a page with its own heading. */
export function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  const isOpenFirst = useContext(FoldingContext);
  const heading = (
    <h2 id={id} tabIndex={-1} className="inline text-h3">
      {title}
    </h2>
  );
  if (isOpenFirst !== null) {
    return (
      <Folding heading={heading} isOpen={isOpenFirst}>
        {children}
      </Folding>
    );
  }
  return (
    <Card className="min-w-0">
      {heading}
      <div className="mt-3">{children}</div>
    </Card>
  );
}

function Folding({ heading, isOpen, children }: { heading: ReactNode; isOpen: boolean; children: ReactNode }) {
  const [isShown, setIsShown] = useState(isOpen);
  useEffect(() => {
    if (isOpen) setIsShown(true);
  }, [isOpen]);
  return (
    <Card className={`min-w-0 ${isShown ? "pt-2.5! sm:pt-4!" : "py-1.5! sm:py-2.5!"}`}>
      <details open={isShown} onToggle={({ currentTarget }) => setIsShown(currentTarget.open)}>
        <summary className="flex min-h-11 cursor-pointer items-center justify-between gap-3">
          {heading}
          <ChevronDown aria-hidden="true" className={`size-5 shrink-0 text-quiet ${isShown ? "rotate-180" : ""}`} />
        </summary>
        {/* A part inside another part cannot be folded. */}
        <FoldingContext value={null}>
          <div className="mt-1">{children}</div>
        </FoldingContext>
      </details>
    </Card>
  );
}
