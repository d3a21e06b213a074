import { language } from "../../db/model/words.ts";

/** Says what a policy's Spanish text is worth beside the English one. Only on Spanish pages. */
export function SpanishNote() {
  if (language() === "en") return null;
  return <p>This Spanish text is for your convenience. The page in English says the same.</p>;
}
