import type { ComponentProps, ReactNode } from "react";
import { aria, Message } from "./field.tsx";

/** A box to tick for a consent, its words and its error. */
export function ConsentBox({
  id,
  message,
  children,
  ...box
}: { id: string; message: string | undefined; children: ReactNode } & ComponentProps<"input">) {
  return (
    <div>
      <label className="flex items-start gap-3 sm:radio-box sm:items-start">
        <input type="checkbox" id={id} {...box} {...aria(id, message)} className="tick" />
        <span className="wrap-anywhere min-w-0 text-sm leading-snug">{children}</span>
      </label>
      <div className="pl-9 *:mt-1">
        <Message of={id}>{message}</Message>
      </div>
    </div>
  );
}
