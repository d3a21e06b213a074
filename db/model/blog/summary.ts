import { firstCharacters } from "./first-characters.ts";
import type { ContentTree } from "./markdown.ts";

/** Search engines show this much of a description. */
const SUMMARY_CHARACTERS = 155;
/** Elements inside a line. The letters before and after them may belong to one word. */
const INLINE = new Set("a abbr b cite code del em i ins kbd mark q s small span strong sub sup u".split(" "));

/** The start of rendered content as plain text, cut between words, or between characters if it has no spaces; '' if it has no text. */
export function summaryOf(tree: ContentTree) {
  const text = textOf(tree).replace(/\s+/g, " ").trim();
  const cut = firstCharacters(text, SUMMARY_CHARACTERS);
  if (cut === text) return text;
  const end = cut.lastIndexOf(" ");
  return `${end > 0 ? cut.slice(0, end) : cut}…`;
}

/** The text in rendered content, with spaces between blocks. */
export function textOf(node: ContentTree | ContentTree["children"][number]): string {
  if (node.type === "text") return node.value;
  if (!("children" in node)) return "";
  const text = node.children.map(textOf).join("");
  return node.type === "element" && INLINE.has(node.tagName) ? text : ` ${text} `;
}
