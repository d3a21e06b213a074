import { letterParts } from "../../../db/model/letters/letter-text.ts";
import type { Language } from "../../../db/model/words.ts";

/** A letter as its reader will see it, without the usual end of our mails. */
export function LetterPreview({
  letter: { language, subject, body },
}: {
  letter: { language: Language; subject: string; body: string };
}) {
  return (
    <div lang={language} className="grid gap-3 rounded-card bg-tint p-4">
      <p className="font-semibold">{subject}</p>
      {letterParts(body).map((part, index) => {
        // A letter may contain the same paragraph twice.
        const key = `${index} ${String(part)}`;
        if (part === "{link}") {
          return (
            <p key={key}>
              <span className="inline-block rounded-[10px] bg-bluebonnet px-5 py-2.5 font-semibold text-paper">
                {language === "es" ? "Ver su solicitud" : "See your application"}
              </span>
            </p>
          );
        }
        if (typeof part === "string") return <p key={key}>{part}</p>;
        return (
          <ul key={key} className="list-disc pl-5">
            {part.list.map((item, place) => {
              const itemKey = `${place} ${item}`;
              return <li key={itemKey}>{item}</li>;
            })}
          </ul>
        );
      })}
    </div>
  );
}
