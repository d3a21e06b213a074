import { useEffect, useRef } from "react";
import { reasonOf } from "../failure.ts";
import { Notice } from "./notice.tsx";

/**
 * Says why something was not done, until it is tried again: what was thrown, or a sentence. Takes focus if the pressed
 * button, off meanwhile, has lost it.
 */
export function Failed({ error, className }: { error: unknown; className?: string }) {
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (error && document.activeElement === document.body) notice.current?.focus();
  }, [error]);
  if (!error) return null;
  return (
    <Notice kind="alert" role="alert" ref={notice} tabIndex={-1} className={className}>
      {typeof error === "string" ? error : reasonOf(error)}
    </Notice>
  );
}
