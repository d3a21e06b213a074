import type { ComponentProps } from "react";
import { Link, type LinkProps } from "./link.tsx";

const base =
  "no-print inline-flex min-h-11 items-center justify-center gap-2 rounded-full py-2.5 text-center no-underline transition-colors duration-150";
const looks = {
  /** The one strong action of a page. */
  primary: "bg-bluebonnet px-[24px] font-semibold text-paper hover:bg-ink forced-colors:border",
  outline: "border border-bluebonnet px-[24px] text-bluebonnet hover:bg-tint",
  quiet: "-mx-2 px-2 text-bluebonnet underline underline-offset-4 hover:text-ink",
};
export type ButtonLook = keyof typeof looks;

export function buttonLook(look: ButtonLook = "primary", className = "") {
  return `${base} ${looks[look]} ${className}`;
}

export function Button({
  look = "primary",
  className = "",
  ...props
}: ComponentProps<"button"> & { look?: ButtonLook }) {
  const own = look === "primary" ? `rests ${className}` : className;
  return <button type="button" {...props} className={buttonLook(look, own)} />;
}

/** A link that looks like a button. Addresses of ours open without a page load. */
export function ButtonLink({ look, className, ...props }: LinkProps & { look?: ButtonLook }) {
  return <Link {...props} className={buttonLook(look, className)} />;
}
