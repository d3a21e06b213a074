import { type Language, language } from "../words.ts";

/** Spanish pages have the same path after this: '/faq' and '/es/faq'. */
const SPANISH = "/es";

/** The language other than this one; by default, other than the page's. */
export function otherLanguage(than: Language = language()): Language {
  return than === "es" ? "en" : "es";
}

/** Our path as an address in a language; by default in the page's. */
export function addressOf(path: string, of: Language = language()) {
  if (of === "en") return path;
  return path === "/" ? SPANISH : SPANISH + path;
}

/** The path in an address of the page's language, such as '/faq' for '/es/faq'. */
export function pathOf(address: string) {
  return language() === "es" ? address.slice(SPANISH.length) || "/" : address;
}

export function languageOf(address: string): Language {
  return `${address}/`.startsWith(`${SPANISH}/`) ? "es" : "en";
}
