import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** The look of every text box. */
export const control =
  "min-h-12 max-w-full rounded-[10px] border border-edge bg-card px-3.5 py-2 text-ink aria-invalid:border-2 aria-invalid:border-alert";

/** A label, a hint, a control and its error, from top to bottom. Spread the props for `children` on the control. */
export function Field({
  id,
  label,
  isOptional,
  hint,
  error,
  required,
  className = "",
  children,
}: {
  id: string;
  label: ReactNode;
  isOptional?: boolean;
  hint?: ReactNode;
  error?: string;
  required?: boolean;
  className?: string;
  children: (box: BoxProps) => ReactNode;
}) {
  return (
    <div className={`grid grid-cols-1 gap-1.5 ${className}`}>
      <label htmlFor={id} className="font-semibold">
        {label}
        {required && <span aria-hidden="true">*</span>}
        {isOptional && <Optional />}
      </label>
      <Hint of={id}>{hint}</Hint>
      {children({ id, required, ...aria(id, error, hint), className: `${control} w-full` })}
      <Message of={id}>{error}</Message>
    </div>
  );
}

interface BoxProps extends ReturnType<typeof aria> {
  id: string;
  required?: boolean;
  className: string;
}

/** The ARIA attributes that connect a control to its error and its hint. */
export function aria(id: string, error: string | undefined, hint?: ReactNode) {
  const describedBy = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  return { "aria-describedby": describedBy || undefined, "aria-invalid": error ? (true as const) : undefined };
}

export function Optional() {
  return <span className="font-normal text-quiet"> (optional)</span>;
}

export function Hint({ of, children }: { of: string; children: ReactNode }) {
  return (
    children && (
      <p id={`${of}-hint`} className="text-quiet text-sm">
        {children}
      </p>
    )
  );
}

/** An amber remark that blocks nothing. */
export function Remark({ children }: { children: ReactNode }) {
  return (
    children && (
      <p role="status" className="flex gap-2 text-amber text-sm">
        <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
        <span className="min-w-0">{children}</span>
      </p>
    )
  );
}

export function Message({ of, children }: { of: string; children?: string }) {
  return (
    children && (
      <p id={`${of}-error`} className="flex gap-2 font-semibold text-alert">
        <CircleAlert aria-hidden="true" className="mt-1 size-4 shrink-0" />
        {children}
      </p>
    )
  );
}
