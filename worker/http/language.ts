import { AsyncLocalStorage } from "node:async_hooks";
import { askLanguageOf, type Language } from "../../db/model/words.ts";

const active = new AsyncLocalStorage<Language>();
askLanguageOf(activeLanguage);

/** Does some work, a page or a mail, with every word of it in this language. */
export function inLanguage<Result>(language: Language, work: () => Result) {
  return active.run(language, work);
}

/** English where nobody has said otherwise. */
export function activeLanguage(): Language {
  return active.getStore() ?? "en";
}
