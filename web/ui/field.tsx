import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** How every text box looks. */
export const control =
  "min-h-12 max-w-full rounded-[10px] border border-edge bg-white px-3.5 py-2 text-ink aria-invalid:border-2 aria-invalid:border-alert";

/** A label over a hint over a text box over what is wrong with it. Spread what `children` is given on the box. */
export function Field({
  id,
  label,
  hint,
  error,
  required,
  children,
}: {
  id: string;
  label: string;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  children: (box: BoxProps) => ReactNode;
}) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && <span aria-hidden="true">*</span>}
      </label>
      {hint && (
        <p id={`${id}-hint`} className="text-quiet text-sm">
          {hint}
        </p>
      )}
      {children({
        id,
        required,
        "aria-describedby": describedBy || undefined,
        "aria-invalid": error ? true : undefined,
        className: `${control} w-full`,
      })}
      {error && <FieldMessage id={`${id}-error`}>{error}</FieldMessage>}
    </div>
  );
}

interface BoxProps {
  id: string;
  required?: boolean;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
  className: string;
}

export function FieldMessage({ id, children }: { id: string; children: string }) {
  return (
    <p id={id} className="flex gap-2 font-semibold text-alert">
      <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
      {children}
    </p>
  );
}
