import { Link, type LinkProps } from "react-router-dom";

/** A page load that replaces this page, so that Back cannot open its reference after 'Leave this page'. */
export function ReplacingLink(props: LinkProps) {
  return (
    <Link
      {...props}
      reloadDocument
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
        event.preventDefault();
        location.replace(event.currentTarget.href);
      }}
    />
  );
}
