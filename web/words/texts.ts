import { globSync, readFileSync } from "node:fs";
import { dirname } from "node:path";
import { parseSync } from "vite";
import { type ContentTree, renderContent } from "../../db/model/blog/markdown.ts";
import type { Language } from "../../db/model/words.ts";

/** Long texts in Markdown, such as `privacy.md` and its Spanish, `privacy.es.md` (web/words/README.md). */
const TEXTS = "web/pages/legal/texts/*.md";
/** What these export may stand in braces. A page's code holds only what it names of them. */
const FACTS = [
  "db/model/time/retention.ts",
  "web/copy/by-phone.ts",
  "web/copy/claims/claims.ts",
  "web/copy/spanish-note.tsx",
  ...["facts.ts", "call-us.tsx", "consents.tsx"].map((name) => `web/pages/legal/${name}`),
];
/** What a line is, and what it has besides words: what stands in braces or in bold, links, figures. */
const MARKS = /^(#+|-|\d+\.|>|\w+:)(?= )|\{[^}]*\}|\]\([^)]*\)|\*\*|\d+([.,]\d+)*/g;
const COMPONENT = /^\{[A-Z]\w*[a-z]\w*\}$/;

type Node = ContentTree["children"][number];
type Element = Extract<Node, { type: "element" }>;

export function allTexts() {
  const files = globSync(TEXTS).map((file) => file.replaceAll("\\", "/"));
  return files.filter((file) => !file.endsWith(".es.md")).sort();
}

export function fileOf(text: string, language: Language) {
  return language === "es" ? text.replace(/\.md$/, ".es.md") : text;
}

/** The lines of a text in both languages. A paragraph is one line. */
export function linesOf(text: string, read = readFile) {
  const [english = [], spanish = []] = [text, fileOf(text, "es")].map((file) => read(file).split("\n"));
  const length = Math.max(english.length, spanish.length);
  return Array.from({ length }, (_, index) => ({
    line: index + 1,
    en: english[index] ?? "",
    es: spanish[index] ?? "",
  }));
}

/** What is wrong with a text: each line has to be in Spanish what it is in English. */
export function problemsOfText(text: string, read = readFile) {
  const file = fileOf(text, "es");
  const lines = linesOf(text, read);
  const apart = lines.find(({ en, es }) => shapeOf(en) !== shapeOf(es));
  const left = lines.filter(({ en, es }) => en === es && hasWords(en));
  return [
    ...(apart ? [{ file, line: apart.line, problem: `is not like its English: '${apart.en}'` }] : []),
    ...left.map(({ line, en }) => ({ file, line, problem: `is left in English: '${en}'` })),
    ...misuseIn(text, "en", read),
    ...misuseIn(text, "es", read),
  ];
}

function misuseIn(text: string, language: Language, read: typeof readFile) {
  try {
    codeOfText(text, language, read);
    return [];
  } catch (error) {
    return [{ file: fileOf(text, language), line: 0, problem: (error as Error).message }];
  }
}

function shapeOf(line: string) {
  return `${hasWords(line)} ${line.match(MARKS)?.toSorted().join(" ")}`;
}

function hasWords(line: string) {
  return /\p{L}/u.test(line.replace(MARKS, ""));
}

/**
 * A module that makes the `Text` of web/pages/legal/legal.tsx out of elements of React, in one language or in both: no browser
 * reads Markdown.
 */
export function codeOfText(text: string, into: Language | "both", read = readFile) {
  const known = facts();
  const imports = new Set<string>();
  const write = (language: Language) => {
    const whole = read(fileOf(text, language)).replace(/^\{([\w-]+\.md)\}$/gm, (_, name) =>
      read(fileOf(`${dirname(text)}/${name}`, language)).trim(),
    );
    for (const [braces] of whole.replace(/\{#[\w-]+\}$/gm, "").matchAll(/\{[^}\n]*\}?/g)) {
      const fact = known.find(({ name }) => braces === `{${name}}`);
      if (!fact) throw new Error(`${braces} stands for nothing that is listed in web/words/texts.ts`);
      imports.add(`import { ${fact.name} } from "/${fact.file}";`);
    }
    return codeOf(whole);
  };
  const made = into === "both" ? `language() === "es" ? ${write("es")} : ${write("en")}` : write(into);
  return `import { createElement, Fragment } from "react";
import { Link } from "/web/ui/link.tsx";
import { language } from "/db/model/words.ts";
${[...imports].join("\n")}
const h = createElement;
export default () => (${made});`;
}

function codeOf(text: string) {
  const [, head = "", content = ""] = /^(?:---\n(.*?\n)---\n)?(.*)$/s.exec(text) ?? [];
  const fields = [...head.matchAll(/^(\w+): (.*)$/gm)].map(([, name, value = ""]) => `${name}: ${wordsOf(value)}`);
  const chapters: { start: string; content: Node[] }[] = [];
  for (const node of renderContent(content).children.filter(isShown)) {
    if (node.type === "element" && /^h\d$/.test(node.tagName)) takeId(node);
    if (node.type === "element" && node.tagName === "h2") {
      chapters.push({ start: `id: "${node.properties.id}", title: ${node.children.map(argumentsOf)}`, content: [] });
    } else {
      chapters.at(-1)?.content.push(node);
      if (head && chapters.length === 0) throw new Error("there is something before the first heading");
    }
  }
  const written = chapters.map(({ start, content }) => `{ ${start}, content: h(Fragment, null, ${folded(content)}) }`);
  return `{ ${[...fields, `chapters: [${written}]`]} }`;
}

/** What stands under a heading of the third level opens by a press on it, and by its address. */
function folded(content: Node[]) {
  const starts = content.flatMap((node, index) => (node.type === "element" && node.tagName === "h3" ? index : []));
  const folds = starts.map((start, index) => {
    const [heading, ...under] = content.slice(start, starts[index + 1]) as [Element, ...Node[]];
    const title = `h("summary", null, h("h3", null, ${heading.children.flatMap(argumentsOf)}))`;
    const props = JSON.stringify({ id: heading.properties.id, className: "prose pb-8" });
    return `h("details", { className: "fold" }, ${title}, h("div", ${props}, ${under.flatMap(argumentsOf)}))`;
  });
  const before = content.slice(0, starts[0]).flatMap(argumentsOf);
  return folds.length > 0 ? [...before, `h("div", { className: "wrap-anywhere" }, ${folds})`] : before;
}

/** What may stand in braces. */
function facts() {
  return FACTS.flatMap((file) =>
    parseSync(file, readFile(file)).module.staticExports.flatMap(({ entries }) =>
      entries.map(({ exportName: { name } }) => ({ name, file })),
    ),
  );
}

/** `## Who we are {#who-we-are}`: the id, which is the same in both languages, stays while the words change. */
function takeId(heading: Element) {
  const last = heading.children.at(-1);
  const [mark, id] = (last?.type === "text" && / *\{#([\w-]+)\}$/.exec(last.value)) || [];
  if (last?.type !== "text" || !mark) throw new Error("a heading ends with its address, as in {#who-we-are}");
  last.value = last.value.slice(0, -mark.length);
  heading.properties.id = id;
}

/** What a node is among the arguments of its parent. */
function argumentsOf(node: Node): string[] {
  if (node.type === "text")
    return node.value
      .split(/(\{[A-Z]\w*[a-z]\w*\})/)
      .filter(Boolean)
      .map(wordsOf);
  if (node.type !== "element") return [];
  const { tagName, properties, children } = node;
  const [href, content] = [String(properties.href), children.filter(isShown).flatMap(argumentsOf)];
  if (tagName === "br") throw new Error("a paragraph is one line");
  if (tagName === "p" && content.every((each) => /^h\([A-Z]\w*\)$/.test(each))) return content;
  const [type, props] = /^[/#]/.test(href) ? ["Link", { to: href }] : [`"${tagName}"`, properties];
  return [`h(${[type, JSON.stringify(props), ...content]})`];
}

/** Words with what stands in braces: `{DAYS}` is a value, `{policyDate}` a function, `{SpanishNote}` a component. */
function wordsOf(text: string) {
  if (COMPONENT.test(text)) return `h(${text.slice(1, -1)})`;
  const quoted = text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
  return `\`${quoted.replace(/\{(\w+)\}/g, (_, name) => `\${${name}${/^[a-z]/.test(name) ? "()" : ""}}`)}\``;
}

function isShown(node: Node) {
  return node.type !== "text" || node.value !== "\n";
}

function readFile(file: string) {
  return readFileSync(file, "utf8");
}
