/**
 * How much Markdown and HTML a post may have, since reading it takes up to n² time for n signs, and deep nesting
 * overflows a server's stack. Several times what an article of 100,000 characters needs.
 */
const MAX_DEPTH = 20;
const MAX_LINES = 5000;
/** Open lists, quotes and footnotes, added up over all lines. */
const MAX_NESTED_LINES = 2000;
const MAX_TAGS = 1000;
/** HTML repeats an unclosed tag such as <b> in every paragraph and element that follows. */
const MAX_REPEATED_TAGS = 100_000;
const MAX_SIGNS = 8000;
const MAX_SIGNS_IN_PARAGRAPH = 1000;
/** Each row of a table has as many cells as its head, even if they are empty. */
const MAX_CELLS = 2000;

export const TOO_DEEP = "This text is nested too deeply. Please put fewer lists, quotes or tags inside each other.";
export const TOO_MANY_PARTS =
  "This text has too many lines, list items, table cells or tags. Please divide it into several posts.";
export const TOO_MANY_SIGNS = "A paragraph has too many signs such as * or [. Please divide it by an empty line.";

const SIGN = /[`*_[\]()<>!~|&\\#=@]/g;
/** The signs that start quotes, list items and footnotes on a line, with blanks around them. */
const OPENING = /^(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)|\[\^[^\]]*\]:))*[ \t]*/;
const MARKER = />|[-+*]|\d+[.)]|\[\^[^\]]*\]:/g;
/** Lines that end a paragraph: an empty line, also in a quote, and the next item of a list. */
const PARAGRAPH_END = /^(?: {0,3}>)*[ \t]*$|^ {0,3}[-+*] +[^ \t]/;
const REPEATED_TAG = /<(?:b|big|code|em|font|i|nobr|s|small|strike|strong|tt|u)[\s/>]/gi;

/** Why a text is too slow to read as Markdown; null if it is not. Takes time proportional to its length. */
export function excess(content: string) {
  let depth = 0;
  let nestedLines = 0;
  let signs = 0;
  let paragraph = { lines: 0, signs: 0, pipes: 0 };
  const lines = content.split(/\r\n?|\n/);
  for (const line of lines) {
    depth = depthOf(line, depth);
    nestedLines += depth;
    if (depth > MAX_DEPTH) return TOO_DEEP;

    if (PARAGRAPH_END.test(line)) paragraph = { lines: 0, signs: 0, pipes: 0 };
    paragraph.lines += 1;
    paragraph.signs += count(line, SIGN);
    paragraph.pipes = Math.max(paragraph.pipes, count(line, /\|/g));
    signs += count(line, SIGN);
    if (paragraph.signs > MAX_SIGNS_IN_PARAGRAPH) return TOO_MANY_SIGNS;
    if (paragraph.lines * (paragraph.pipes + 1) > MAX_CELLS) return TOO_MANY_PARTS;
  }
  const tags = count(content, /</g);
  const repeatedTags = count(content, REPEATED_TAG) * (lines.length + tags);
  const isTooMuch =
    lines.length > MAX_LINES ||
    nestedLines > MAX_NESTED_LINES ||
    signs > MAX_SIGNS ||
    tags > MAX_TAGS ||
    repeatedTags > MAX_REPEATED_TAGS;
  return isTooMuch ? TOO_MANY_PARTS : undefined;
}

/** The most items that can be open in a line. Each needs an indent of two columns, or starts in the line. */
function depthOf(line: string, before: number) {
  if (line.trim() === "") return before;
  const [opening = ""] = OPENING.exec(line) ?? [];
  const indent = count(opening, / /g) + 4 * count(opening, /\t/g);
  return Math.min(before, Math.floor(indent / 2)) + count(opening, MARKER);
}

function count(text: string, what: RegExp) {
  return text.match(what)?.length ?? 0;
}
