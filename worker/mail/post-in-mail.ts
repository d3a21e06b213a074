import { type ContentTree, renderContent } from "../../db/model/blog/markdown.ts";
import { textOf } from "../../db/model/blog/summary.ts";
import type { Part } from "./compose.ts";

type Node = ContentTree["children"][number];

/** A post's content as parts of a mail. Links stand as addresses behind their words; pictures stay on the website. */
export function partsOf(content: string, siteUrl: string): Part[] {
  return renderContent(content).children.flatMap(parts);

  function parts(node: Node): Part[] {
    if (node.type === "text") return node.value.trim() ? [node.value.trim()] : [];
    if (node.type !== "element") return [];
    const children = node.children as Node[];
    switch (node.tagName) {
      case "h2":
      case "h3":
      case "h4":
      case "h5":
      case "h6":
        return [{ heading: words(node) }];
      case "ul":
      case "ol":
        return [{ list: children.filter(isElement).map(words) }];
      case "table":
        return [{ list: rowsOf(node).map((row) => row.map(words).join(" | ")) }];
      case "blockquote":
      case "pre":
        return [{ quote: textOf(node).trim() }];
      case "div":
      case "details":
      case "figure":
        return children.flatMap(parts);
      default:
        return words(node) ? [words(node)] : [];
    }
  }

  function words(node: Node) {
    return textOf(withAddresses(node)).replace(/\s+/g, " ").trim();
  }

  function withAddresses(node: Node): Node {
    if (node.type !== "element") return node;
    const children = (node.children as Node[]).map(withAddresses);
    const { href } = node.properties;
    const address = typeof href === "string" && URL.canParse(href, siteUrl) && new URL(href, siteUrl).href;
    const shown = address ? [...children, { type: "text", value: ` (${address})` } as Node] : children;
    return { ...node, children: shown } as Node;
  }
}

function rowsOf(node: Node): Node[][] {
  if (!isElement(node)) return [];
  const children = node.children as Node[];
  return node.tagName === "tr" ? [children.filter(isElement)] : children.flatMap(rowsOf);
}

function isElement(node: Node) {
  return node.type === "element";
}
