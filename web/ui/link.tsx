import type { ComponentProps } from "react";
import { type To, useHref, useLinkClickHandler, useLocation } from "react-router-dom";

export type LinkProps = Omit<ComponentProps<"a">, "href"> & { to: To; replace?: boolean };

/** A link of ours, which opens without a page load. The router's own weighs 2 kB more, for data that it could fetch. */
export function Link({ to, replace, onClick, ...props }: LinkProps) {
  const open = useLinkClickHandler<HTMLAnchorElement>(to, { replace, target: props.target });
  return (
    <a
      {...props}
      href={useHref(to)}
      onClick={(event) => {
        onClick?.(event);
        open(event);
      }}
    />
  );
}

/** A link of a menu, which says when it leads to the page that is open, or to one above it. */
export function NavLink({ to, ...props }: LinkProps & { to: string }) {
  const { pathname } = useLocation();
  return <Link to={to} aria-current={`${pathname}/`.startsWith(`${to}/`) ? "page" : undefined} {...props} />;
}
