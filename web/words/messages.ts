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

/** Finds the messages of a source file. `isText`: whether its JSX text and attributes are messages. */
export function messagesIn(file: string, code: string, isText: boolean): Found {
  const { program, errors } = parseSync(file, code, { astType: "ts" });
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const found: Found = { messages: [], asked: [], problems: [] };
  const usesMarks =
    file === MARKS || (file.startsWith("db/model/") ? /from "\.\.?\/words\.ts"/ : /\/model\/words\.ts"/).test(code);
  /** Where elements start whose text is part of the sentence around them. */
  const inSentence = new Set<number>();
  let depth = 0;
  const enter = () => void depth++;
  const leave = () => void depth--;
  const lineOf = ({ start, end }: Range) => {
    const blank = /^\s*/.exec(code.slice(start, end))?.[0].length ?? 0;
    return code.slice(0, start + blank).split("\n").length;
  };
  const complain = (at: Range, problem: string) => void found.problems.push({ line: lineOf(at), problem });

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
    TaggedTemplateExpression(node) {
      const context = usesMarks ? contextOf(node.tag) : null;
      if (context !== null) add("template", node, partsOfTemplate(node.quasi), context);
    },
    JSXAttribute(node) {
      const { name, value } = node;
      if (!isText || value?.type !== "Literal" || typeof value.value !== "string") return;
      if (name.type !== "JSXIdentifier" || !ATTRIBUTES.includes(name.name) || !WORD.test(value.value)) return;
      const text = { kind: "text" as const, text: decoded(value.value, value), start: value.start, end: value.end };
      add("attribute", value, [text], "");
    },
    JSXElement: (node) => void (inSentence.has(node.start) || addChildren(node.children)),
    JSXFragment: (node) => addChildren(node.children),
  });
  visitor.visit(program);
  found.messages.sort((a, b) => a.start - b.start || b.end - a.end);
  return found;

  function add(kind: Message["kind"], { start, end }: Range, parts: Part[], context: string, isWhole = true) {
    const text = wordsOf(parts);
    const id = text.trim();
    if (depth === 0) complain({ start, end }, `'${id}' is read before any language is known: put it into a function`);
    if (id === "") return complain({ start, end }, "There are no words in this message");
    const values = valuesOf(parts);
    for (const value of values) {
      const first = values.find(({ name }) => name === value.name) as Range;
      if (sourceOf(first) === sourceOf(value)) continue;
      complain(value, `Two values of this message are called ${value.name}: name one, as in { other: value }`);
    }
    const [before = "", after = ""] = [/^\s*/, /\s*$/].map((edge) => edge.exec(text)?.[0]);
    const line = lineOf({ start, end });
    // Spaces in a template are the author's. In an element they are kept apart, so that translators never see them.
    if (kind !== "children" && text !== id) complain({ start, end }, `'${text}' begins or ends with a space`);
    found.messages.push({ kind, id, context, line, start, end, parts, before, after, isWhole });
  }

  function addChildren(children: ESTree.JSXChild[]) {
    if (!isText) return;
    const parts = children.map(partOf);
    if (!parts.some((part) => part?.kind === "text" && WORD.test(part.text))) return;
    let [from, to] = [0, parts.length - 1];
    while (isBeside(parts[from])) from++;
    while (isBeside(parts[to])) to--;
    const sentence = parts.slice(from, to + 1);
    const [first, last] = [children[from], children[to]] as [Range, Range];
    const strange = children.slice(from, to + 1).find((child, index) => sentence[index] === undefined && child);
    if (strange) return complain(strange, "Inside a sentence this needs a name: put it into a constant");
    for (const { start, content } of tagsOf(sentence as Part[])) if (content) inSentence.add(start);
    const isWhole = parts.every((part, index) => (from <= index && index <= to) || isNothing(part));
    add("children", { start: first.start, end: last.end }, sentence as Part[], "", isWhole);
  }

  /** Undefined for an expression without a name. */
  function partOf(child: ESTree.JSXChild): Part | undefined {
    const { start, end } = child;
    switch (child.type) {
      case "JSXText":
        return { kind: "text", text: decoded(shownOf(child.value), child), start, end };
      case "JSXExpressionContainer": {
        const { expression } = child;
        if (expression.type === "JSXEmptyExpression") return { kind: "text", text: "", start, end };
        if (expression.type === "Literal" && typeof expression.value === "string") {
          return { kind: "text", text: checked(expression.value, child), start, end };
        }
        const name = nameOf(expression);
        return name === null ? undefined : { kind: "value", name, start, end };
      }
      case "JSXElement": {
        const { openingElement: open, closingElement: close } = child;
        const parts = child.children.map(partOf).filter((part) => part !== undefined);
        const isPlain = close && parts.length === child.children.length && hasWords(...parts);
        return { kind: "tag", content: isPlain ? { open, parts, close } : null, start, end };
      }
      default:
        return undefined;
    }
  }

  function partsOfTemplate({ quasis, expressions }: ESTree.TemplateLiteral) {
    const parts: Part[] = [];
    for (const [index, quasi] of quasis.entries()) {
      if (quasi.value.cooked) parts.push({ kind: "text", text: checked(quasi.value.cooked, quasi), ...rangeOf(quasi) });
      const expression = expressions[index];
      if (!expression) continue;
      const [name, value] = namedValue(expression);
      if (name === null) complain(expression, NEEDS_NAME);
      parts.push({ kind: "value", name: name ?? "", ...rangeOf(value) });
    }
    return parts;
  }

  function sourceOf({ start, end }: Range) {
    return code.slice(start, end);
  }

  function decoded(text: string, at: Range) {
    const plain = text.replace(/&(\w+);/g, (entity, name) => ENTITIES[name] ?? entity);
    return checked(plain, at);
  }

  function checked(text: string, at: Range) {
    const [character] = RESERVED.exec(text) ?? [];
    if (character) complain(at, `'${character}' cannot stand in a message: put it into a value`);
    return text;
  }
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
export function tagsOf(parts: Part[]): Extract<Part, { kind: "tag" }>[] {
  return parts.flatMap((part) => (part.kind === "tag" ? [part, ...tagsOf(part.content?.parts ?? [])] : []));
}

/** The values of a message, in order. */
export function valuesOf(parts: Part[]): Extract<Part, { kind: "value" }>[] {
  return parts.flatMap((part) => {
    if (part.kind === "value") return [part];
    return part.kind === "tag" ? valuesOf(part.content?.parts ?? []) : [];
  });
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
