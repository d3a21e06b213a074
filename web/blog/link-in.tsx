import type { ComponentProps } from "react";
import { Link } from "react-router-dom";
import { addressOf } from "../../db/model/site/address.ts";
import { type Language, language } from "../../db/model/words.ts";

/** Leads to a path of ours in a language: by a page load, if that is not the language of the page. */
export function LinkIn({ of, to, ...props }: { of: Language; to: string } & Omit<ComponentProps<"a">, "href">) {
  if (of === language()) return <Link to={to} {...props} />;
  return <a href={addressOf(to, of)} hrefLang={of} {...props} />;
}
