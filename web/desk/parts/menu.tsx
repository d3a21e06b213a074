import { ChevronDown } from "lucide-react";
import { type ReactNode, type Ref, useRef, useState } from "react";

/** Opens a panel over what follows, which is made then. Escape closes it, and so does going elsewhere. */
export function Menu({
  label,
  of,
  summary,
  children,
}: {
  label: string;
  /** Whose, for screen readers. */
  of?: string;
  summary?: Ref<HTMLElement>;
  children: ReactNode;
}) {
  const details = useRef<HTMLDetailsElement>(null);
  const [isOpened, setOpened] = useState(false);
  const close = () => details.current?.removeAttribute("open");
  return (
    <details
      ref={details}
      className="sm:relative"
      onToggle={() => setOpened(true)}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        close();
        details.current?.querySelector("summary")?.focus();
      }}
      onBlur={({ relatedTarget }) => relatedTarget && !details.current?.contains(relatedTarget) && close()}
    >
      <summary ref={summary} className="flex min-h-11 items-center gap-1 whitespace-nowrap px-2 text-bluebonnet">
        {label}
        {of && <span className="sr-only">of {of}</span>} <ChevronDown aria-hidden="true" className="size-4" />
      </summary>
      {/* What is pressed between the controls stays inside. */}
      <div
        tabIndex={-1}
        className="absolute inset-x-0 z-20 mt-1 rounded-card border border-line bg-card p-4 shadow-card sm:right-0 sm:left-auto sm:w-max sm:max-w-form"
      >
        {isOpened && children}
      </div>
    </details>
  );
}
