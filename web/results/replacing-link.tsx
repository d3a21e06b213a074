import { Link, type LinkProps } from "react-router-dom";

/**
 * A link by a page load, whose page takes this one's place in the history: an address that holds the reference stays no
 * entry that Back could open after 'Leave this page'.
 */
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
