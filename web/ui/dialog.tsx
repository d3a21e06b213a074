import type { ComponentProps } from "react";

/** A modal window; open it with `showModal()`. Escape closes it, and focus returns to where it was. */
export function Dialog({ className = "", ...props }: ComponentProps<"dialog">) {
  return (
    <dialog
      {...props}
      className={`m-auto w-11/12 max-w-form rounded-card bg-paper p-6 text-ink shadow-card backdrop:bg-shade/60 ${className}`}
    />
  );
}
