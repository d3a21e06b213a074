import type { Root } from "hast";
import rehypeRaw from "rehype-raw";
import rehypeSanitize, { defaultSchema, type Options } from "rehype-sanitize";
import remarkBreaks from "remark-breaks";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype, { defaultHandlers } from "remark-rehype";
import { unified } from "unified";
import { excess, TOO_DEEP, TOO_MANY_PARTS } from "./content-limits.ts";

/** Rendered content: a tree of allowed elements. */
export type ContentTree = Root;

/** The elements that a post may contain. */
export const contentElements = [
  "p br hr h2 h3 h4 h5 h6 strong em b i u s del ins mark sub sup small abbr kbd code pre blockquote q cite",
  "ul ol li dl dt dd a img figure figcaption table caption thead tbody tfoot tr th td details summary div span",
].flatMap((names) => names.split(" "));

/** Everything that content may contain. All else is dropped: scripts, styles, frames, forms and handlers. */
const allowed: Options = {
  tagNames: contentElements,
  attributes: {
    a: ["href", "title"],
    img: ["src", "alt", "title", "width", "height", ["loading", "lazy"]],
    abbr: ["title"],
    ol: ["start", "reversed"],
    th: ["align", "scope", "colSpan", "rowSpan"],
    td: ["align", "colSpan", "rowSpan"],
    details: ["open"],
  },
  protocols: { href: ["https", "http", "mailto", "tel"], src: ["https"] },
  strip: ["script", "style", "template", "noscript", "iframe", "object", "svg", "math", "title", "textarea"],
  clobberPrefix: defaultSchema.clobberPrefix ?? "user-content-",
};

/** Raise it with every change of what the pipeline makes of any text: trees that are stored are then made anew. */
export const PIPELINE_VERSION = 1;

const pipeline = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkBreaks)
  .use(remarkRehype, { allowDangerousHtml: true, handlers: { code: withFirstLine } })
  .use(rehypeRaw)
  .use(withinPage)
  .use(rehypeSanitize, allowed);

/** The largest tree for a page: React walks it on the stack, and every node is sent twice. */
const MAX_TREE_DEPTH = 60;
const MAX_TREE_NODES = 10_000;

/**
 * The only way to show a post's content: Markdown with line breaks and some HTML, as a tree, never as a string of HTML.
 * Content that is too large, from before there were limits, appears as typed.
 */
export function renderContent(content: string): ContentTree {
  return tryRender(content).tree ?? asTyped(content);
}

/** A stored tree without anything that content may not contain, whoever wrote it into the database. */
export const sanitized: (tree: ContentTree) => ContentTree = rehypeSanitize(allowed);

/** The tree or, if there would be too much of it, a sentence for the author. */
export function tryRender(
  content: string,
): { tree: ContentTree; problem?: undefined } | { tree?: undefined; problem: string } {
  const tooMuch = excess(content);
  if (tooMuch) return { problem: tooMuch };
  try {
    const tree = pipeline.runSync(pipeline.parse(content));
    const problem = sizeProblem(tree);
    return problem ? { problem } : { tree: withoutPositions(tree) };
  } catch (error) {
    // A RangeError means that the post is nested deeper than the stack allows.
    if (error instanceof RangeError) return { problem: TOO_DEEP };
    throw error;
  }
}

function sizeProblem(tree: Root) {
  let nodes = 0;
  let level: (Root | Root["children"][number])[] = [tree];
  for (let depth = 0; level.length > 0; depth++) {
    nodes += level.length;
    if (nodes > MAX_TREE_NODES) return TOO_MANY_PARTS;
    if (depth > MAX_TREE_DEPTH) return TOO_DEEP;
    level = level.flatMap((node) => ("children" in node ? (node.children as Root["children"]) : []));
  }
}

/** Plain text as paragraphs. */
function asTyped(content: string): ContentTree {
  const paragraphs = content.split(/\n{2,}/);
  const texts = paragraphs.length > MAX_TREE_NODES / 2 ? [content] : paragraphs;
  return {
    type: "root",
    children: texts.map((value) => ({
      type: "element",
      tagName: "p",
      properties: {},
      children: [{ type: "text", value }],
    })),
  };
}

/** Code with the blank line that it begins with: like every parser of HTML, rehype-raw drops the first line break in a <pre>. */
function withFirstLine(...[state, code]: Parameters<typeof defaultHandlers.code>) {
  return defaultHandlers.code(state, { ...code, value: code.value.replace(/^\n/, "\n\n") });
}

/** The page's title is its only h1. Images load when they come near, and are decoration unless described. */
function withinPage() {
  return (tree: Root) => visit(tree);
  function visit(node: Root | Root["children"][number]) {
    if (node.type === "element" && node.tagName === "h1") node.tagName = "h2";
    if (node.type === "element" && node.tagName === "img") {
      node.properties.loading = "lazy";
      node.properties.alt ??= "";
      if (node.properties.src === "") delete node.properties.src;
    }
    if ("children" in node) for (const child of node.children) visit(child as Root["children"][number]);
  }
}

function withoutPositions(tree: Root): Root {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === "position" ? undefined : value)));
}
