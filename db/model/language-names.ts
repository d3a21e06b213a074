import type { Language } from "./words.ts";

/** What staff read. Apart from `words.ts`, so that no public page loads it. */
export const languageNames: Record<Language, string> = { en: "English", es: "Spanish" };
