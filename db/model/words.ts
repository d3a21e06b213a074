/**
 * All words that people read. The code has them in English, and the build adds Spanish (web/words/README.md). Without a
 * build, as in plain Node and in tests of rules, everything is English.
 */
export type Language = "en" | "es";

let activeLanguage: () => Language = () => "en";

/** Sets where `language` looks. On the server, the language depends on the request (worker/http/language.ts). */
export function askLanguageOf(source: () => Language) {
  activeLanguage = source;
}

/** The language of this page or mail. In the browser the build fixes it, because a page has one language. */
export function language(): Language {
  return activeLanguage();
}

/** The language for Intl. Spanish as in the United States, with its dollars and dates. */
export function locale() {
  return language() === "es" ? "es-US" : "en-US";
}

/** A value inside a message. One that is not a plain name gets one: `${{ name: value }}`. */
type Value = string | number | Record<string, string | number>;

/**
 * Marks a message for translation: t`Recorded as ${amount}`. Write whole sentences, never pieces. Use it inside
 * functions only, because the language is not known before.
 */
export const t = /* @__PURE__ */ Object.assign(english, {
  /** For an English word with two meanings that another language tells apart: t.as("of a home")`Rent`. */
  as: (_context: string) => english,
});

function english(strings: TemplateStringsArray, ...values: Value[]) {
  return String.raw({ raw: strings }, ...values.map(plain));
}

function plain(value: Value) {
  return typeof value === "object" ? Object.values(value)[0] : value;
}

/** The sentence for a number, by language: plural(days, { one: t`${days} day`, other: t`${days} days` }). */
export function plural(count: number, { one, other }: { one: string; other: string }) {
  return new Intl.PluralRules(locale()).select(count) === "one" ? one : other;
}
