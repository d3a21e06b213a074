import type { Language } from "../words.ts";

/** A text that people agree to, in one language. */
export interface ConsentText {
  /** Changes with every change of the text, and is another one in each language; stored as evidence of what was agreed to. */
  id: string;
  language: Language;
  /** The day from which pages showed it. */
  since: string;
  /** What stands over it, for people; no part of its hash. */
  title: string;
  text: string;
}
