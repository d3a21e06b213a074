import { type ComponentProps, createContext, type ReactNode, use } from "react";
import type { Figures } from "./figures.ts";

/** The values in the address, and the figures for them. */
export const CalculationContext = createContext({} as { typed: URLSearchParams; figures: Figures });

/** Figures under a heading. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div>
      <h2 className="text-h3">{title}</h2>
      <table className="mt-2 w-full text-left tabular-nums">
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

/** A figure in its row, with its share as a bar if it has one. */
export function Line({
  label,
  of,
  when,
  bar,
  isSum,
}: {
  label: ReactNode;
  of: keyof Figures["text"];
  when?: keyof Figures["shown"];
  bar?: keyof Figures["bar"];
  isSum?: boolean;
}) {
  const { figures } = use(CalculationContext);
  return (
    <tr
      data-shown={when}
      hidden={when && !figures.shown[when]}
      className={isSum ? "border-edge border-t font-semibold" : undefined}
    >
      <th scope="row" className={`wrap-anywhere py-1 ${isSum ? "" : "font-normal"}`}>
        {label}
      </th>
      {bar && (
        <td className="w-2/5">
          <svg
            viewBox="0 0 100 8"
            preserveAspectRatio="none"
            aria-hidden="true"
            className="h-4 w-full bg-tint text-bluebonnet"
          >
            <path data-bar={bar} d={figures.bar[bar]} fill="currentColor" />
          </svg>
        </td>
      )}
      <td data-text={of} className="py-1 pl-5 text-right">
        {figures.text[of]}
      </td>
    </tr>
  );
}

/** What most people need not see. Paper shows it (print.css). */
export function Fold({
  title,
  isOpen,
  children,
  ...details
}: { title: string; isOpen?: boolean } & ComponentProps<"details">) {
  return (
    <details className="fold" open={isOpen} {...details}>
      <summary>{title}</summary>
      <div className="grid grid-cols-1 gap-5 pt-2 pb-6">{children}</div>
    </details>
  );
}

export function Text({ of, className }: { of: keyof Figures["text"]; className?: string }) {
  const { figures } = use(CalculationContext);
  return (
    <span data-text={of} className={className}>
      {figures.text[of]}
    </span>
  );
}

export function Shown({
  when,
  as: Box = "div",
  className,
  children,
}: {
  when: keyof Figures["shown"];
  as?: "div" | "span";
  className?: string;
  children: ReactNode;
}) {
  const { figures } = use(CalculationContext);
  return (
    <Box data-shown={when} hidden={!figures.shown[when]} className={className}>
      {children}
    </Box>
  );
}
