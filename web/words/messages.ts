import { type ESTree, parseSync, Visitor } from "vite";

/** JSX attributes whose texts are messages, besides all JSX text and everything marked with `t`. */
export const ATTRIBUTES = [
  "title",
  "aria-label",
  "alt",
  "placeholder",
  "label",
  "hint",
  "help",
  "lead",
  "kicker",
  "text",
  "intro",
  "otherwise",
  "description",
  "note",
  "continueLabel",
  "about",
];
export const MARKS = "db/model/words.ts";
const NEEDS_NAME = "This value needs a name, as in { name: value }";
const WORD = /\p{L}/u;
/** Characters with a meaning inside a message, which cannot stand for themselves there. */
const RESERVED = /[{}<>]/;
const ENTITIES: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" };

/** A range of the source. */
export interface Range {
  start: number;
  end: number;
}

export type Part =
  | ({ kind: "text"; text: string } & Range)
  /** `{name}` in the message. In JSX, the range includes the braces. */
  | ({ kind: "value"; name: string } & Range)
  /** `<0>…</0>`, or `<0/>` if its content is not part of the sentence. */
  | ({ kind: "tag"; content: { open: Range; parts: Part[]; close: Range } | null } & Range);

export interface Message extends Range {
  kind: "template" | "attribute" | "children";
  /** The English message: `Write to <0>{name}</0>`. */
  id: string;
  context: string;
  line: number;
  parts: Part[];
  /** Spaces around the message that are not part of it. */
  before: string;
  after: string;
  /** Whether the element contains nothing else. */
  isWhole: boolean;
}

export interface Problem {
  line: number;
  problem: string;
}

export interface Found {
  messages: Message[];
  /** Calls of `language()`. */
  asked: Range[];
  problems: Problem[];
}

/** A message as the code has it. */
type Written = Pick<Message, "kind" | "context" | "parts" | "isWhole"> & Range;

/** Finds the messages of a source file. `isText`: whether its JSX text and attributes are messages. */
export function messagesIn(file: string, code: string, isText: boolean): Found {
  const { program, errors } = parseSync(file, code, { astType: "ts" });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const usesMarks = importsMarks(file, code);
  const found: Found = { messages: [], asked: [], problems: [] };
  /** Where elements start whose text is part of the sentence around them. */
  const inSentence = new Set<number>();
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  const complain = (at: Range, problem: string) => void found.problems.push({ line: lineOf(code, at), problem });
  const add = (written: Written | null) => {
    if (!written) return;
    const message = messageOf(code, written);
    for (const { at, problem } of problemsOf(code, message, depth > 0)) complain(at, problem);
    if (message.id !== "") found.messages.push(message);
  };
  const addChildren = (children: ESTree.JSXChild[]) => {
    const sentence = isText ? sentenceIn(children) : null;
    if (sentence && "unnamed" in sentence) {
      return complain(sentence.unnamed, "Inside a sentence this needs a name: put it into a constant");
    }
    for (const { start, content } of tagsOf(sentence?.parts ?? [])) if (content) inSentence.add(start);
    add(sentence);
  };
  const visitor = new Visitor({
    FunctionDeclaration: enter,
    "FunctionDeclaration:exit": leave,
    FunctionExpression: enter,
    "FunctionExpression:exit": leave,
    ArrowFunctionExpression: enter,
    "ArrowFunctionExpression:exit": leave,
    CallExpression(node) {
      if (usesMarks && node.callee.type === "Identifier" && node.callee.name === "language") found.asked.push(node);
    },
    TaggedTemplateExpression: (node) => add(usesMarks ? templateMessage(node) : null),
    JSXAttribute: (node) => add(isText ? attributeMessage(node) : null),
    JSXElement: (node) => void (inSentence.has(node.start) || addChildren(node.children)),
    JSXFragment: (node) => addChildren(node.children),
  });
  visitor.visit(program);
  found.messages.sort((a, b) => a.start - b.start || b.end - a.end);
  return found;
}

function importsMarks(file: string, code: string) {
  if (file === MARKS) return true;
  return (file.startsWith("db/model/") ? /from "\.\.?\/words\.ts"/ : /\/model\/words\.ts"/).test(code);
}

function templateMessage({ tag, quasi, start, end }: ESTree.TaggedTemplateExpression): Written | null {
  const context = contextOf(tag);
  if (context === null) return null;
  return { kind: "template", context, parts: partsOfTemplate(quasi), isWhole: true, start, end };
}

function attributeMessage({ name, value }: ESTree.JSXAttribute): Written | null {
  if (value?.type !== "Literal" || typeof value.value !== "string" || !WORD.test(value.value)) return null;
  if (name.type !== "JSXIdentifier" || !ATTRIBUTES.includes(name.name)) return null;
  const text = { kind: "text" as const, text: decoded(value.value), ...rangeOf(value) };
  return { kind: "attribute", context: "", parts: [text], isWhole: true, ...rangeOf(value) };
}

/** The sentence among an element's children, without what is beside it; null without words. `unnamed`: what it cannot contain. */
function sentenceIn(children: ESTree.JSXChild[]): Written | { unnamed: Range } | null {
  const parts = children.map(partOf);
  if (!parts.some((part) => part?.kind === "text" && WORD.test(part.text))) return null;
  const from = parts.findIndex((part) => !isBeside(part));
  const to = parts.findLastIndex((part) => !isBeside(part));
  const sentence = parts.slice(from, to + 1);
  const [first, last] = [children[from], children[to]] as [Range, Range];
  const unnamed = children.slice(from, to + 1).find((_, index) => !sentence[index]);
  if (unnamed) return { unnamed };
  const isWhole = parts.every((part, index) => (from <= index && index <= to) || isNothing(part));
  return { kind: "children", context: "", parts: sentence as Part[], isWhole, start: first.start, end: last.end };
}

function messageOf(code: string, written: Written): Message {
  const text = wordsOf(written.parts);
  const [before = "", after = ""] = [/^\s*/, /\s*$/].map((edge) => edge.exec(text)?.[0]);
  return { ...written, id: text.trim(), line: lineOf(code, written), before, after };
}

/** What is wrong with a message, and where. */
function* problemsOf(
  code: string,
  message: Message,
  isInFunction: boolean,
): Generator<{ at: Range; problem: string }, void> {
  const { id, kind, parts, before, after } = message;
  for (const text of textsOf(parts)) {
    const [character] = RESERVED.exec(text.text) ?? [];
    if (character) yield { at: text, problem: `'${character}' cannot stand in a message: put it into a value` };
  }
  const values = valuesOf(parts);
  for (const at of values.filter(({ name }) => name === "")) yield { at, problem: NEEDS_NAME };
  if (!isInFunction) {
    yield { at: message, problem: `'${id}' is read before any language is known: put it into a function` };
  }
  if (id === "") {
    yield { at: message, problem: "There are no words in this message" };
    return;
  }
  for (const at of values) {
    const first = values.find(({ name }) => name === at.name) as Range;
    if (code.slice(first.start, first.end) === code.slice(at.start, at.end)) continue;
    yield { at, problem: `Two values of this message are called ${at.name}: name one, as in { other: value }` };
  }
  // Spaces in a template are the author's. In an element they are kept apart, so that translators never see them.
  if (kind !== "children" && before + after !== "") {
    yield { at: message, problem: `'${before}${id}${after}' begins or ends with a space` };
  }
}

function lineOf(code: string, { start, end }: Range) {
  const blank = /^\s*/.exec(code.slice(start, end))?.[0].length ?? 0;
  return code.slice(0, start + blank).split("\n").length;
}

/** Undefined for an expression without a name. */
function partOf(child: ESTree.JSXChild): Part | undefined {
  const range = rangeOf(child);
  switch (child.type) {
    case "JSXText":
      return { kind: "text", text: decoded(shownOf(child.value)), ...range };
    case "JSXExpressionContainer": {
      const { expression } = child;
      if (expression.type === "JSXEmptyExpression") return { kind: "text", text: "", ...range };
      if (expression.type === "Literal" && typeof expression.value === "string") {
        return { kind: "text", text: expression.value, ...range };
      }
      const name = nameOf(expression);
      return name === null ? undefined : { kind: "value", name, ...range };
    }
    case "JSXElement": {
      const { openingElement: open, closingElement: close } = child;
      const parts = child.children.map(partOf).filter((part) => part !== undefined);
      const isPlain = close && parts.length === child.children.length && hasWords(...parts);
      return { kind: "tag", content: isPlain ? { open, parts, close } : null, ...range };
    }
    default:
      return undefined;
  }
}

/** A value that has no name gets '' as its name. */
function partsOfTemplate({ quasis, expressions }: ESTree.TemplateLiteral): Part[] {
  return quasis.flatMap((quasi, index) => {
    const { cooked } = quasi.value;
    const text: Part[] = cooked ? [{ kind: "text", text: cooked, ...rangeOf(quasi) }] : [];
    const expression = expressions[index];
    if (!expression) return text;
    const [name, value] = namedValue(expression);
    return [...text, { kind: "value", name: name ?? "", ...rangeOf(value) }];
  });
}

function decoded(text: string) {
  return text.replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
}

/** A message as its translator sees it. */
function wordsOf(parts: Part[]): string {
  let tags = 0;
  const write = (part: Part): string => {
    if (part.kind === "text") return part.text;
    if (part.kind === "value") return `{${part.name}}`;
    const number = tags++;
    return part.content ? `<${number}>${part.content.parts.map(write).join("")}</${number}>` : `<${number}/>`;
  };
  return parts.map(write).join("");
}

/** The tags of a message, in the order of their numbers. */
export function tagsOf(parts: Part[]) {
  return everyPart(parts).filter((part) => part.kind === "tag");
}

/** The values of a message, in order. */
export function valuesOf(parts: Part[]) {
  return everyPart(parts).filter((part) => part.kind === "value");
}

function textsOf(parts: Part[]) {
  return everyPart(parts).filter((part) => part.kind === "text");
}

/** The parts of a message and of its tags, in order. */
function everyPart(parts: Part[]): Part[] {
  return parts.flatMap((part) => (part.kind === "tag" ? [part, ...everyPart(part.content?.parts ?? [])] : [part]));
}

function hasWords(...parts: Part[]): boolean {
  return parts.some((part) =>
    part.kind === "tag" ? hasWords(...(part.content?.parts ?? [])) : part.kind === "value" || WORD.test(part.text),
  );
}

/** Whether a part is beside the sentence, not in it: an icon, a control, or something optional. */
function isBeside(part: Part | undefined) {
  return !part || (part.kind === "tag" && !part.content) || (part.kind === "text" && part.text.trim() === "");
}

function isNothing(part: Part | undefined) {
  return part?.kind === "text" && part.text === "";
}

/** JSX text as React shows it: lines are trimmed and joined by a space. */
function shownOf(text: string) {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.replace(/\t/g, " "));
  return lines
    .map((line, index) => {
      const begun = index === 0 ? line : line.trimStart();
      return index === lines.length - 1 ? begun : begun.trimEnd();
    })
    .filter(Boolean)
    .join(" ");
}

/** '' for `t`, the context for `t.as("context")`, null for another tag. */
function contextOf(tag: ESTree.Expression) {
  if (tag.type === "Identifier") return tag.name === "t" ? "" : null;
  if (tag.type !== "CallExpression" || tag.callee.type !== "MemberExpression") return null;
  const { object, property } = tag.callee;
  const [context] = tag.arguments;
  if (object.type !== "Identifier" || object.name !== "t" || property.type !== "Identifier") return null;
  return context?.type === "Literal" && typeof context.value === "string" ? context.value : null;
}

function namedValue(expression: ESTree.Expression): [name: string | null, value: ESTree.Expression] {
  const [property, another] = expression.type === "ObjectExpression" ? expression.properties : [];
  if (property?.type === "Property" && !another && property.key.type === "Identifier") {
    return [property.key.name, property.value as ESTree.Expression];
  }
  return [nameOf(expression), expression];
}

/** An expression's name for translators: `name`, `person.name` or `name()` is 'name'. */
function nameOf(expression: ESTree.Expression | ESTree.JSXEmptyExpression): string | null {
  switch (expression.type) {
    case "Identifier":
      return expression.name;
    case "MemberExpression":
      return expression.property.type === "Identifier" && !expression.computed ? expression.property.name : null;
    case "CallExpression":
      // A call that takes a function makes a list of elements, or something else that is no word.
      if (expression.arguments.some(({ type }) => type.includes("Function"))) return null;
      return expression.callee.type === "Super" ? null : nameOf(expression.callee);
    case "TSNonNullExpression":
    case "TSAsExpression":
    case "ParenthesizedExpression":
      return nameOf(expression.expression);
    default:
      return null;
  }
}

function rangeOf({ start, end }: Range) {
  return { start, end };
}
