import type { Language } from "../words.ts";

/** A text that people agree to, in one language. */
export interface ConsentText {
  /** Each version in each language has its own id, which we store as evidence of what was agreed to. */
  id: string;
  language: Language;
  /** The day from which pages showed it. */
  since: string;
  /** The heading above it. Not part of its hash. */
  title: string;
  text: string;
}
