import { createHash } from "node:crypto";
import { compress } from "./compression.ts";

/** Makes one of its limits of a page. The edge serves it in place of the page. */
export type Variant = (html: string) => string;

/** The limits to compare a page with. */
export const LIMITS = {
  /** The smallest possible page. */
  blank: () => '<!doctype html><html lang="en"><title>Blank</title><p>One line of text.</p></html>',
  /** The page's words as plain paragraphs and as many bytes on the wire, without styles or script. */
  bare: (html) => {
    const words = html
      .slice(html.indexOf("<body"))
      .replace(/<(script|style)[\s\S]*?<\/\1>/g, "")
      .split(/<[^>]+>/)
      .filter((text) => text.trim());
    const head =
      '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Bare</title>';
    const page = `${head}${words.map((text) => `<p>${text}</p>`).join("")}`;
    const missing = compress(Buffer.from(html)).length - compress(Buffer.from(page)).length;
    return `${page}<!--${filler(Math.max(0, missing))}--></html>`;
  },
  /** The complete page with its styles, but without any script. */
  "no-script": (html) =>
    withoutLinks(html, /rel="(modulepreload|prefetch)"/).replace(
      /<script (?!type="application\/)[^>]*?( id="end")?[^>]*><\/script>/g,
      (script) => (script.includes(' id="end"') ? '<div id="end" hidden></div>' : ""),
    ),
} satisfies Record<string, Variant>;

function withoutLinks(html: string, which: RegExp) {
  return html.replace(/<link (?:[^">]|"[^"]*")*>/g, (link) => (which.test(link) ? "" : link));
}

/** Bytes that cannot be compressed. */
function filler(bytes: number) {
  return createHash("shake256", { outputLength: bytes }).update("filler").digest("base64");
}
