import { AsyncLocalStorage } from "node:async_hooks";
import { askLanguageOf, type Language } from "../../db/model/words.ts";

const active = new AsyncLocalStorage<Language>();
askLanguageOf(activeLanguage);

/** Runs `work` with all words in this language. */
export function inLanguage<Result>(language: Language, work: () => Result) {
  return active.run(language, work);
}

/** English unless set by `inLanguage`. */
export function activeLanguage(): Language {
  return active.getStore() ?? "en";
}
