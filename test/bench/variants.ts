import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { compress } from "./compression.ts";

/** A page without some part. The edge serves it in place of the page. */
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

/** Each trick that makes a page start fast, undone alone. */
export const TRICKS = {
  /** The first screen is painted all at once. */
  expect: (html) => withoutLinks(html, /rel="expect"/),
  /** Sections below the first screen are laid out after the first paint, one per frame. */
  pieces: (html) => html.replace("<html ", '<html class="laid-out" '),
  /** A step has its early scripts in the head, at high priority. */
  "early-presses": (html) => withLaterCode(html.replace(/<script [^>]*\basync fetchpriority="high"><\/script>/g, "")),
  /** React loads when somebody is about to use a form, not at once. */
  "takeover-on-touch": (html) =>
    html.includes('src="/assets/text-page-')
      ? html.replace("</body>", `<script type="module" src="${reactScript()}"></script></body>`)
      : html,
  /** A step's code waits until its fields are painted. */
  later: withLaterCode,
  /** A page has only the styles that it needs. */
  "own-sheet": (html) =>
    html.replace(
      /(<style data-whole="([^"]+)">).*?(?=<\/style>)/s,
      (_, start, file) => `${start}${readFileSync(`dist/client${file}`, "utf8")}`,
    ),
  /** Headings have a font of ours, which comes after the page. */
  "own-font": (html) => html.replace(/@font-face\{font-family:Bitter[^}]*\}/, ""),
} satisfies Record<string, Variant>;

export const VARIANTS: Record<string, Variant> = { ...LIMITS, ...TRICKS };

/** A step's code in the page itself, at low priority. */
function withLaterCode(html: string) {
  return html.replace(/<template id="end">(.*)<\/template>(?=<\/body>)/, (_, code) =>
    code.replaceAll(/<(link|script) /g, '<$1 fetchpriority="low" '),
  );
}

function withoutLinks(html: string, which: RegExp) {
  return html.replace(/<link (?:[^">]|"[^"]*")*>/g, (link) => (which.test(link) ? "" : link));
}

/** Bytes that cannot be compressed. */
function filler(bytes: number) {
  return createHash("shake256", { outputLength: bytes }).update("filler").digest("base64");
}

/** The script of a page that React takes over at once. */
function reactScript() {
  return /<script [^>]*src="([^"]+)" id="code"/.exec(readFileSync("dist/client/apply/contact.html", "utf8"))?.[1];
}
