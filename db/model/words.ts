/**
 * The words that people read, in the language of whom they are for. Code has them in English; the build puts the others
 * in (web/words/README.md). Where nothing was built, in plain Node and in tests of rules, everything is English.
 */
export type Language = "en" | "es";

let activeLanguage: () => Language = () => "en";

/** From now on `language` asks this; the server's answer depends on the request (worker/http/language.ts). */
export function askLanguageOf(source: () => Language) {
  activeLanguage = source;
}

/** The language of the page or mail that is being made. In a browser the build has put it in: a page has one language. */
export function language(): Language {
  return activeLanguage();
}

/** The same for Intl: Spanish as in the United States, with its dollars and its dates. */
export function locale() {
  return language() === "es" ? "es-US" : "en-US";
}

/** What a message says in one place: the value itself or, where it is not a plain name, `${{ name: value }}`. */
type Value = string | number | Record<string, string | number>;

/**
 * Marks a message: t`Recorded as ${amount}`. Its words are found and translated whole, so a sentence is one message and is
 * never put together from pieces. Only inside functions: elsewhere it would run before anybody's language is known.
 */
export const t = /* @__PURE__ */ Object.assign(english, {
  /** For an English word that is two words in another language: t.as("of a home")`Rent`. */
  as: (_context: string) => english,
});

function english(strings: TemplateStringsArray, ...values: Value[]) {
  return String.raw({ raw: strings }, ...values.map(plain));
}

function plain(value: Value) {
  return typeof value === "object" ? Object.values(value)[0] : value;
}

/** The sentence for this number, by the rules of the language: plural(days, { one: t`${days} day`, other: t`${days} days` }). */
export function plural(count: number, { one, other }: { one: string; other: string }) {
  return new Intl.PluralRules(locale()).select(count) === "one" ? one : other;
}
