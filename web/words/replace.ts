import type { Language } from "../../db/model/words.ts";
import { type Catalog, type Piece, piecesOf } from "./catalog.ts";
import { type Found, MARKS, type Message, type Part, type Range, tagsOf, valuesOf } from "./messages.ts";

/** The name by which built code asks for the language. Nobody writes it by hand. */
const ASK = "__language";

/**
 * Puts one language, or for `both` a choice, in place of a source's messages. Both languages keep the number and depth
 * of children, because React's ids depend on it.
 */
export function replaceMessages(code: string, found: Found, catalog: Catalog, into: Language | "both") {
  const replaced: (Range & { write: () => string })[] = found.messages.map((message) => ({
    start: message.start,
    end: message.end,
    write: () => writeMessage(message),
  }));
  if (into !== "both") {
    replaced.push(...found.asked.map(({ start, end }) => ({ start, end, write: () => JSON.stringify(into) })));
  }
  replaced.sort((a, b) => a.start - b.start || b.end - a.end);
  const isChosen = into === "both" && found.messages.length > 0;
  const written = write({ start: 0, end: code.length });
  return isChosen ? `import { language as ${ASK} } from "/${MARKS}";${written}` : written;

  /** A range of the source with its messages replaced. */
  function write(range: Range, isInner = false) {
    let at = range.start;
    let out = "";
    for (const each of replaced) {
      const isItself = isInner && each.start === range.start && each.end === range.end;
      if (each.start < at || each.end > range.end || isItself) continue;
      // Keeps the line numbers of what follows.
      const lines = code.slice(each.start, each.end).split("\n").length;
      const text = each.write();
      out += code.slice(at, each.start) + withLines(text, lines - text.split("\n").length);
      at = each.end;
    }
    return out + code.slice(at, range.end);
  }

  function writeMessage(message: Message) {
    const { kind } = message;
    const [en, es] = [() => inEnglish(message), () => inSpanish(message)];
    if (kind === "template") return into === "both" ? `(${choice(es(), en())})` : into === "en" ? en() : es();
    if (kind === "attribute") {
      if (into === "en") return code.slice(message.start, message.end);
      return `{${into === "es" ? es() : choice(es(), en())}}`;
    }
    const isOne = message.parts.every(({ kind }) => kind === "text");
    const group = (children: string) => `<>${children}</>`;
    if (into === "both") {
      return isOne ? `{${choice(es(), en())}}` : `{${choice(group(es()), group(en()))}}`;
    }
    if (isOne) return into === "en" ? code.slice(message.start, message.end) : `{${es()}}`;
    const children = into === "en" ? en() : es();
    return message.isWhole ? children : group(children);
  }

  function inEnglish({ kind, parts, start, end, before, id, after }: Message) {
    if (kind === "attribute") return JSON.stringify(id);
    if (kind === "children" && parts.every(({ kind }) => kind === "text")) return JSON.stringify(before + id + after);
    if (kind === "children") return write({ start, end }, true);
    return template(parts.map((part) => (part.kind === "text" ? part.text : part.kind === "value" ? part : "")));
  }

  function inSpanish({ kind, parts, before, after, ...message }: Message) {
    const translation = catalog.translationOf(message);
    if (translation === undefined) throw new Error(`'${message.id}' has no Spanish`);
    const pieces = [before, ...piecesOf(translation, parts), after].filter((piece) => piece !== "");
    const values = valuesOf(parts);
    const valueNamed = (name: string) => values.find((value) => value.name === name) as Range;
    const isText = pieces.every((piece) => typeof piece === "string");
    if (kind === "attribute" || (kind === "children" && isText)) return JSON.stringify(pieces.join(""));
    if (kind === "template") {
      return template(
        pieces.map((piece) =>
          typeof piece === "object" && "value" in piece ? valueNamed(piece.value) : (piece as string),
        ),
      );
    }
    const tags = tagsOf(parts);
    const element = (piece: Piece): string => {
      if (typeof piece === "string") return `{${JSON.stringify(piece)}}`;
      if ("value" in piece) return write(valueNamed(piece.value));
      const { content, ...whole } = tags[piece.tag] as Extract<Part, { kind: "tag" }>;
      if (!content) return write(whole);
      return write(content.open) + (piece.content ?? []).map(element).join("") + write(content.close);
    };
    return pieces.map(element).join("");
  }

  function template(pieces: (string | Range)[]) {
    if (pieces.every((piece) => typeof piece === "string")) return JSON.stringify(pieces.join(""));
    const quoted = (text: string) => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
    return `\`${pieces.map((piece) => (typeof piece === "string" ? quoted(piece) : `\${${write(piece)}}`)).join("")}\``;
  }
}

function choice(es: string, en: string) {
  return `${ASK}() === "es" ? ${es} : ${en}`;
}

/** A line break means nothing inside JSX braces and between tokens, but inside text it would. */
function withLines(text: string, missing: number) {
  if (missing <= 0) return text;
  const breaks = "\n".repeat(missing);
  return text.endsWith("}") || text.endsWith(")") ? text.slice(0, -1) + breaks + text.slice(-1) : text;
}
