import { type Language, language } from "../words.ts";

/** The addresses of a page in the languages it comes in: '/faq' in English, '/es/faq' in Spanish. */
const SPANISH = "/es";

/** The language that is not this one, by default not that of the page. */
export function otherLanguage(than: Language = language()): Language {
  return than === "es" ? "en" : "es";
}

/** The address of a path of ours in a language, by default that of the page that names it. */
export function addressOf(path: string, of: Language = language()) {
  if (of === "en") return path;
  return path === "/" ? SPANISH : SPANISH + path;
}

/** What an address of the active language leads to, the same in every language: '/faq'. */
export function pathOf(address: string) {
  return language() === "es" ? address.slice(SPANISH.length) || "/" : address;
}

/** The language of an address. */
export function languageOf(address: string): Language {
  return `${address}/`.startsWith(`${SPANISH}/`) ? "es" : "en";
}
