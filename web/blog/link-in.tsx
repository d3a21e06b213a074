import type { ComponentProps } from "react";
import { addressOf } from "../../db/model/site/address.ts";
import { type Language, language } from "../../db/model/words.ts";
import { Link } from "../ui/link.tsx";

/** A link to our path in a language. In the other language than the page's, it is a page load. */
export function LinkIn({ of, to, ...props }: { of: Language; to: string } & Omit<ComponentProps<"a">, "href">) {
  if (of === language()) return <Link to={to} {...props} />;
  return <a href={addressOf(to, of)} hrefLang={of} {...props} />;
}
