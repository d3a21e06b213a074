import { readFileSync, writeFileSync } from "node:fs";
import { type GetTextTranslation, po } from "gettext-parser";
import { handlingOf, sources } from "./files.ts";
import { type Message, messagesIn, type Part, type Problem, tagsOf, valuesOf } from "./messages.ts";

/** All Spanish messages (web/words/README.md). Translators fill them in; `npm run words` adds and removes them. */
export const CATALOG = "web/words/es.po";

export interface Catalog {
  /** The translation; undefined if there is none that may be shown. */
  translationOf: (message: Pick<Message, "id" | "context">) => string | undefined;
  entries: GetTextTranslation[];
}

/** The parts of a translation: its own words between the values and tags of the English. */
export type Piece = string | { value: string } | { tag: number; content: Piece[] | null };

interface Place extends Problem {
  file: string;
}

export function readCatalog(text = readFileSync(CATALOG, "utf8")): Catalog {
  const { "": header, ...contexts } = po.parse(text).translations;
  const entries = [header ?? {}, ...Object.values(contexts)].flatMap(Object.values).filter(({ msgid }) => msgid !== "");
  const shown = new Map(
    entries
      .filter((entry) => !isFuzzy(entry))
      .map(({ msgctxt = "", msgid, msgstr }) => [key(msgctxt, msgid), msgstr[0]]),
  );
  return { entries, translationOf: ({ context, id }) => shown.get(key(context, id)) || undefined };
}

/** All messages of the sources, file by file. */
export function allMessages() {
  return sources().map((file) => ({
    file,
    ...messagesIn(file, readFileSync(file, "utf8"), handlingOf(file) === "text"),
  }));
}

/** Problems of the sources or the catalog. */
export function problemsOf(sources: ReturnType<typeof allMessages>, catalog: Catalog): Place[] {
  const used = new Set<string>();
  const problems = sources.flatMap(({ file, messages, problems }) => [
    ...problems.map((problem) => ({ file, ...problem })),
    ...messages.flatMap((message) => {
      used.add(key(message.context, message.id));
      const problem = problemWith(message, catalog);
      return problem ? [{ file, line: message.line, problem: `${problem}: '${message.id}'` }] : [];
    }),
  ]);
  for (const { msgctxt = "", msgid } of catalog.entries) {
    if (!used.has(key(msgctxt, msgid)))
      problems.push({ file: CATALOG, line: 0, problem: `not used any more: '${msgid}'` });
  }
  return problems;
}

function problemWith(message: Message, catalog: Catalog) {
  const entry = catalog.entries.find(({ msgctxt = "", msgid }) => msgid === message.id && msgctxt === message.context);
  if (!entry?.msgstr[0]) return "has no Spanish";
  if (isFuzzy(entry)) return "its Spanish is marked fuzzy";
  try {
    piecesOf(entry.msgstr[0], message.parts);
  } catch (error) {
    return (error as Error).message;
  }
  if (figuresIn(entry.msgstr[0]) !== figuresIn(message.id)) return "its Spanish has other figures";
}

/** In any order. A legal term is repeated in brackets after its Spanish, with its number. */
function figuresIn(text: string) {
  const words = text.replace(/<\/?\d+\/?>|\{\w*\}|\(Chapter \d+\)/g, " ");
  return words
    .match(/\d+([.,]\d+)*/g)
    ?.toSorted()
    .join(" ");
}

/** Rewrites the catalog: adds new messages without Spanish, removes unused ones, keeps translations. */
export function updateCatalog() {
  const { translations, ...rest } = po.parse(readFileSync(CATALOG, "utf8"));
  const updated: typeof translations = { "": { "": translations[""]?.[""] as GetTextTranslation } };
  for (const { file, messages } of allMessages()) {
    for (const { context, id } of messages) {
      updated[context] ??= {};
      const seen = updated[context][id];
      const { msgstr = [""], comments } = translations[context]?.[id] ?? {};
      const reference = [...new Set([...(seen?.comments?.reference?.split("\n") ?? []), file])].join("\n");
      updated[context][id] = {
        ...(context && { msgctxt: context }),
        msgid: id,
        msgstr,
        comments: { ...comments, reference },
      };
    }
  }
  writeFileSync(CATALOG, `${po.compile({ ...rest, translations: updated }, { foldLength: 0 })}\n`);
}

/** The pieces of a translation. Throws what is wrong with it: it needs each value and tag of the English. */
export function piecesOf(translation: string, english: Part[]): Piece[] {
  const tags = tagsOf(english);
  const tokens = translation.split(/(\{\w*\}|<\/?\d+\/?>)/);
  const values = new Set<string>();
  const seen = new Set<number>();
  const read = (until?: number): Piece[] => {
    const pieces: Piece[] = [];
    for (let token = tokens.shift(); token !== undefined; token = tokens.shift()) {
      const [, name] = /^\{(\w*)\}$/.exec(token) ?? [];
      const [, closes, number, isAlone] = /^<(\/?)(\d+)(\/?)>$/.exec(token) ?? [];
      const tag = Number(number);
      if (name !== undefined) {
        values.add(name);
        pieces.push({ value: name });
      } else if (number === undefined) {
        if (/[{}<>]/.test(token)) throw new Error(`its Spanish has a stray character in '${token}'`);
        if (token) pieces.push(token);
      } else if (closes) {
        if (tag !== until) throw new Error(`its Spanish closes <${tag}>, which is not open`);
        return pieces;
      } else {
        if (seen.has(tag)) throw new Error(`its Spanish has <${tag}> twice`);
        if (Boolean(tags[tag]?.content) === Boolean(isAlone)) throw new Error(`its Spanish has another <${tag}>`);
        seen.add(tag);
        pieces.push({ tag, content: isAlone ? null : read(tag) });
      }
    }
    if (until !== undefined) throw new Error(`its Spanish does not close <${until}>`);
    return pieces;
  };
  const pieces = read();
  const wanted = new Set(valuesOf(english).map(({ name }) => name));
  for (const name of wanted) if (!values.has(name)) throw new Error(`its Spanish lacks {${name}}`);
  for (const name of values) if (!wanted.has(name)) throw new Error(`its Spanish has {${name}}, the English has not`);
  const lost = tags.findIndex((_, number) => !seen.has(number));
  if (lost >= 0) throw new Error(`its Spanish lacks <${lost}>`);
  return pieces;
}

function isFuzzy({ comments }: GetTextTranslation) {
  return comments?.flag?.includes("fuzzy") ?? false;
}

/** Contexts and messages never contain this character. */
function key(context: string, id: string) {
  return `${context}\u0004${id}`;
}
