import type { ComponentProps } from "react";

/** A select with our arrow. `className`: that of its box. */
export function Select({ className = "", ...props }: ComponentProps<"select">) {
  return <select {...props} className={`select-box ${className}`} />;
}
