import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ComponentProps } from "react";

const kinds = {
  alert: { icon: CircleAlert, look: "border-alert bg-alert-tint text-alert" },
  done: { icon: CircleCheck, look: "border-leaf bg-leaf-tint text-leaf" },
  info: { icon: Info, look: "border-bluebonnet bg-tint text-ink" },
};

/** A message that stays on the page: an icon, words and a colored edge. */
export function Notice({
  kind,
  children,
  className = "",
  ...props
}: ComponentProps<"div"> & { kind: keyof typeof kinds }) {
  const { icon: Icon, look } = kinds[kind];
  return (
    <div {...props} className={`flex gap-3 rounded-card border-l-4 p-4 ${look} ${className}`}>
      <Icon aria-hidden="true" className="mt-1 size-5 shrink-0" />
      <div className="min-w-0 grow">{children}</div>
    </div>
  );
}
