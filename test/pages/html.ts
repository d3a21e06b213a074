import type { APIRequestContext } from "@playwright/test";
import { Window } from "happy-dom";

/** Reads served pages without a browser, so nothing in them runs. */

const { DOMParser, NodeFilter } = new Window({ url: "http://localhost/" });
const parser = new DOMParser();

export async function readHtml(request: APIRequestContext, path: string) {
  const response = await request.get(path);
  const html = await response.text();
  return { status: response.status(), headers: response.headers(), html, document: documentOf(html) };
}

export function documentOf(html: string) {
  return parser.parseFromString(html, "text/html") as unknown as Document;
}

/** The texts in an element, in reading order. */
export function textsIn(element: Element) {
  const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  return texts;
}

export function plain(text: string | null | undefined) {
  return (text ?? "").replace(/\s+/g, " ").trim();
}

const INLINE = new Set(["A", "ABBR", "B", "BDI", "CODE", "EM", "I", "Q", "S", "SMALL", "STRONG", "SUB", "SUP", "TIME"]);

/** The words in an element, with folded answers. Blocks are separated. */
export function wordsOf(element: Element | null) {
  if (!element) return "";
  const parts = textsIn(element).filter(({ parentElement }) => !parentElement?.closest("script, style"));
  let before: Element | undefined;
  const words = parts.map((text) => {
    const block = blockOf(text.parentElement as Element);
    const gap = block === before ? "" : " ";
    before = block;
    return gap + text.data;
  });
  return plain(words.join("")).replaceAll(" *", "*");
}

/** The block around running text. */
export function blockOf(element: Element): Element {
  return INLINE.has(element.tagName) && element.parentElement ? blockOf(element.parentElement) : element;
}
