import { readCatalog } from "../web/words/catalog.ts";

const { entries } = readCatalog();

/** The Spanish of an English message, also for one with a figure in place of its value. */
export function es(words: string) {
  const [figure = ""] = /\d[\d,]*/.exec(words) ?? [];
  const withFigure = (text = "") => text.replace(/\{\w+\}/, figure);
  const found =
    entries.find(({ msgid }) => msgid === words) ?? entries.find(({ msgid }) => withFigure(msgid) === words);
  if (!found) throw new Error(`'${words}' has no Spanish`);
  return withFigure(found.msgstr[0]);
}
