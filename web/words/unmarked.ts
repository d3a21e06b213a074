import { type ESTree, parseSync, Visitor } from "vite";
import { ATTRIBUTES, type Range } from "./messages.ts";

/** Calls with texts that nobody reads. */
const SILENT = /^(querySelector|closest|matches|getElement|addEventListener|console|header|Error|RegExp|test|match)/;
const LIKE_WORDS = /^\P{L}*\p{Lu}\p{Ll}+|\p{L}{2,} \p{L}{2,}/u;
const LIKE_CODE = /[-:[\]=/_()]/;

/** Texts that look like words but are no messages: a guess, to find forgotten ones. */
export function unmarkedIn(file: string, code: string): { line: number; text: string }[] {
  const { program } = parseSync(file, code, { astType: "ts" });
  const known: Range[] = [];
  const guessed: (Range & { text: string })[] = [];
  const skip = (range: Range | null | undefined) => void (range && known.push(range));
  const guess = (node: Range, text: string) => {
    const parts = text.split(/\s+/);
    const isCode = parts.filter((part) => LIKE_CODE.test(part)).length * 2 >= parts.length;
    if (LIKE_WORDS.test(text) && !isCode) guessed.push({ start: node.start, end: node.end, text });
  };
  new Visitor({
    TaggedTemplateExpression: skip,
    ImportDeclaration: skip,
    ExportAllDeclaration: skip,
    ImportExpression: skip,
    TSLiteralType: skip,
    BinaryExpression: ({ left, right }) => {
      for (const side of [left, right]) if (side.type === "Literal") skip(side);
    },
    SwitchCase: ({ test }) => skip(test),
    Property: ({ key, computed }) => skip(computed ? null : key),
    MemberExpression: ({ property, computed }) => skip(computed ? property : null),
    CallExpression: (node) => (SILENT.test(calleeOf(node.callee)) ? skip(node) : undefined),
    NewExpression: (node) => (SILENT.test(calleeOf(node.callee)) ? skip(node) : undefined),
    JSXAttribute: ({ name, value }) => {
      if (value?.type === "Literal" || (name.type === "JSXIdentifier" && !ATTRIBUTES.includes(name.name))) skip(value);
    },
    Literal: (node) => (typeof node.value === "string" ? guess(node, node.value) : undefined),
    TemplateLiteral: (node) => guess(node, node.quasis.map(({ value }) => value.cooked).join("…")),
  }).visit(program);
  return guessed
    .filter(({ start, end }) => !known.some((range) => range.start <= start && end <= range.end))
    .map(({ start, text }) => ({ line: code.slice(0, start).split("\n").length, text }));
}

function calleeOf(callee: ESTree.Expression | ESTree.Super): string {
  if (callee.type === "Identifier") return callee.name;
  if (callee.type !== "MemberExpression" || callee.property.type !== "Identifier") return "";
  const object = callee.object.type === "Identifier" && callee.object.name === "console";
  return object ? "console" : callee.property.name;
}
