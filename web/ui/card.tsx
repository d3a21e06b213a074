import type { ComponentProps } from "react";

export function Card({ className = "", ...props }: ComponentProps<"div">) {
  return <div {...props} className={`rounded-card border border-line bg-card p-5 shadow-card sm:p-7 ${className}`} />;
}
