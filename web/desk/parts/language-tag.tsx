import { languageNames } from "../../../db/model/language-names.ts";
import type { Language } from "../../../db/model/words.ts";

/** Shown beside the name of somebody who wrote to us in Spanish. */
export function LanguageTag({ language }: { language: Language }) {
  if (language === "en") return null;
  return (
    <>
      {" "}
      <span className="inline-block whitespace-nowrap rounded-card border border-line px-2 font-semibold text-bluebonnet text-sm">
        {languageNames[language]}
      </span>
    </>
  );
}
