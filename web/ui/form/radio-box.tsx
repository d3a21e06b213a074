import type { ComponentProps } from "react";

/** One of several choices that are all visible. */
export function RadioBox({ children, ...radio }: ComponentProps<"input">) {
  return (
    <label className="flex min-h-12 items-center gap-3 rounded-[10px] border border-edge bg-white px-3.5 py-2 has-checked:border-bluebonnet has-checked:bg-tint has-checked:outline-1 has-checked:outline-bluebonnet has-focus-visible:outline-3">
      <input type="radio" {...radio} className="size-5 shrink-0 accent-bluebonnet focus-visible:outline-none" />
      <span className="min-w-0">{children}</span>
    </label>
  );
}
