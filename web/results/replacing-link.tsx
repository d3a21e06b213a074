import type { ComponentProps } from "react";
import { useHref } from "react-router-dom";

/** A page load that replaces this page, so that Back cannot open its reference after 'Leave this page'. */
export function ReplacingLink({ to, ...props }: ComponentProps<"a"> & { to: string }) {
  return (
    <a
      {...props}
      href={useHref(to)}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        location.replace(event.currentTarget.href);
      }}
    />
  );
}
