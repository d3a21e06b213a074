import { language } from "../../db/model/words.ts";

/** What the Spanish text of a policy is, beside the English one. The English page is without it. */
export function SpanishNote() {
  if (language() === "en") return null;
  return <p>This Spanish text is for your convenience. The page in English says the same.</p>;
}
