import { Link, type LinkProps } from "react-router-dom";

/** A link within a sentence. */
export function TextLink(props: LinkProps) {
  return <Link {...props} className="link" />;
}
