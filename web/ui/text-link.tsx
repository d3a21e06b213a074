import { Link, type LinkProps } from "./link.tsx";

/** A link within a sentence. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="link" />;
}
