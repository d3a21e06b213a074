import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import { contentElements } from "../../../db/model/blog/markdown.ts";
import { addressOf } from "../../../db/model/site/address.ts";
import { type Language, language, locale } from "../../../db/model/words.ts";
import type * as Render from "../../../web/start/render.tsx";
import { SPANISH, words } from "../../../web/words/plugin.ts";
import { contentSecurityPolicy, robotsHeader, SPECULATION_RULES, securityHeaders } from "../../http/headers.ts";
import { activeLanguage, inLanguage } from "../../http/language.ts";
import { framePath } from "../../site/frames.ts";
import { configured, siteUrl } from "../deploy/configured.ts";
import { sayStep } from "./build-steps.ts";
import { sheetOf } from "./page-sheet.ts";

/** The second half of `npm run build`: writes each static page in both languages, with its styles, and `_headers`. */

process.env.VITE_SITE_URL ??= siteUrl();

const CLIENT = "dist/client";
const RENDER = "dist/render";
const SHEET = "web/styles.css";
const SITE = "web/start/main.tsx";
const DESK = "web/desk/routes.tsx";
const SHELL = "web/start/script/shell.ts";
const EARLY_CONTINUE = "web/apply/draft/early-continue.ts";
const FILL_EARLY = "web/apply/review/fill-early.ts";
/** Adds a line to English pages that also come in Spanish. */
const OFFER = "web/start/script/offer.ts";
/** The form page that most visitors open next from a page. Its code is fetched while they read. */
const NEXT: Record<string, string> = { "web/apply/landing.tsx": "web/apply/steps/contact.tsx" };

/** The Worker renders it from the address alone, and its HTML contains every part that may be shown. */
const CALCULATOR = "web/calculator/calculator.tsx";

/** Its elements come from Markdown, not from code. */
const POST = "web/blog/post.tsx";

/** Served for every unknown address of its language. */
const NOT_FOUND = "/404";

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

/** The browser's code in one language. */
interface Client {
  manifest: Record<string, Chunk>;
  sheetFile: string;
  sheet: string;
}

sayStep("render");
await build({
  configFile: false,
  logLevel: "warn",
  plugins: [words(), react(), tailwindcss()],
  publicDir: false,
  build: { ssr: "web/start/render.tsx", outDir: RENDER, emptyOutDir: true, assetsInlineLimit: 0 },
  ssr: { noExternal: true },
});
const { askLanguageOf, pageRoutes, render }: typeof Render = await import(pathToFileURL(`${RENDER}/render.js`).href);
askLanguageOf(activeLanguage);
sayStep("pages");

const clients: Record<Language, Client> = {
  en: await clientOf("manifest"),
  es: await clientOf(SPANISH),
};
const template = (await readFile("index.html", "utf8"))
  .replace(/\s*<(script type="module"|link rel="stylesheet" href="\/web).*>/g, "")
  .replace(/<!-- .*? -->/g, "")
  .replace(/>\s+</g, "><")
  .trim();

const formSources = pageRoutes.filter(({ isInForm }) => isInForm).map(({ source }) => source);

/** The hash of each page's styles, by the address at which the asset server has the page. */
const sheetHashes: Record<string, string> = {};
for (const route of pageRoutes) {
  await inLanguage("en", () => writeRoute(route));
  if (route.isInSpanish) await inLanguage("es", () => writeRoute(route));
}
// The whole sheet follows a page's own. A font declared again would come late, and what is read would move.
for (const { sheetFile, sheet } of Object.values(clients)) {
  await write(`${CLIENT}/${sheetFile}`, sheet.replace(/@font-face\{[^}]*\}/g, ""));
}
await write(`${CLIENT}/_headers`, headersFile());
await rm(`${CLIENT}/.vite`, { recursive: true });
await rm(RENDER, { recursive: true });

async function clientOf(manifestName: string): Promise<Client> {
  const manifest: Client["manifest"] = JSON.parse(await readFile(`${CLIENT}/.vite/${manifestName}.json`, "utf8"));
  const { file: sheetFile } = manifest[SHEET] as Chunk;
  return { manifest, sheetFile, sheet: (await readFile(`${CLIENT}/${sheetFile}`, "utf8")).trim() };
}

/** The browser's code in the active language. */
function client() {
  return clients[language()];
}

async function writeRoute({ path, source, isRendered, isApp, isInForm, isInSpanish }: (typeof pageRoutes)[number]) {
  if (!client().manifest[source])
    throw new Error(`web/routes.tsx names ${source} for ${path}, but there is no such code`);
  const frame = frameOf(source, isApp, isInForm);
  const added = isInSpanish ? await codeOf([OFFER]) : "";
  const address = addressOf(path === "*" ? NOT_FOUND : path);
  if (isRendered) {
    const page = source === CALCULATOR ? await filled(frame, address) : template + (await codeOf([SITE, source]));
    const written = source === POST ? contentElements.map((name) => `<${name}>`).join("") : "";
    return writePage(framePath(source), frame, page + written + added);
  }
  const html = await filled(frame, address);
  await writePage(address, html, html + added + (isInForm ? await codeOf([SITE, ...formSources]) : ""));
}

/** index.html with one page's styles and scripts, still without its head and content. */
function frameOf(source: string, isApp: boolean, isInForm: boolean) {
  const { sheetFile } = client();
  const chunks = chunksOf(isApp ? [SITE, ...(source.startsWith("web/desk/") ? [DESK] : []), source] : [SHELL]);
  const isStep = source.startsWith("web/apply/steps/");
  const early = isStep
    ? chunksOf([SHELL, EARLY_CONTINUE])
    : source.startsWith("web/apply/review/")
      ? chunksOf([SHELL, FILL_EARLY])
      : [];
  const next = NEXT[source] ? chunksOf([SITE, NEXT[source]]) : [];
  const sheets = [...new Set(chunks.flatMap(({ css = [] }) => css))];
  const head = [
    // Pages with further styles repeat the site's rules in them.
    `<style${sheets.length > 0 ? "" : ` data-whole="/${sheetFile}"`}><!--sheet--></style>`,
    ...sheets.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...early.map((chunk) => scriptOf(chunk, 'async fetchpriority="high"')),
  ];
  const end = [
    // The shell tells visitors when other code fails to load.
    ...(isApp && early.length === 0 ? [script(SHELL, "async")] : []),
    ...(isApp ? chunks.filter((chunk) => !early.includes(chunk)).map(preload) : []),
    ...(isApp && sheets.length === 0 && !isInForm
      ? [`<link rel="preload" as="style" href="/${sheetFile}" fetchpriority="low">`]
      : []),
    script(isApp ? SITE : SHELL, 'id="end" fetchpriority="low"'),
    ...next.map(prefetch),
  ];
  return (
    template
      // A step has little below its first screen: to lay that out later costs more than it saves.
      .replace('lang="en-US"', `lang="${locale()}"${isInForm ? ' class="at-once"' : ""}`)
      .replace("<!--head-->", () => `<!--head-->${head.join("")}`)
      .replace("</body>", () => `${end.join("")}</body>`)
  );
}

async function filled(frame: string, address: string) {
  const { head, page } = await render(address);
  return frame.replace("<!--head-->", () => head).replace("<!--page-->", () => page);
}

/** Writes the page's HTML, with the site's styles that `page` uses. */
async function writePage(address: string, html: string, page: string) {
  const own = sheetOf(client().sheet, page);
  sheetHashes[address] = `sha256-${createHash("sha256").update(own).digest("base64")}`;
  await write(
    `${CLIENT}${address === "/" ? "/index" : address}.html`,
    html.replace("<!--sheet-->", () => own),
  );
}

/** The code of these sources and everything they import. */
async function codeOf(sources: string[]) {
  const files = chunksOf(sources).map(({ file }) => readFile(`${CLIENT}/${file}`, "utf8"));
  return ["", ...(await Promise.all(files))].join("\n");
}

/** The chunks that these sources need, each one after its imports. */
function chunksOf(sources: string[]) {
  const { manifest } = client();
  const seen = new Set<Chunk>();
  const found: Chunk[] = [];
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || seen.has(chunk)) return;
    seen.add(chunk);
    chunk.imports?.forEach(visit);
    found.push(chunk);
  };
  sources.forEach(visit);
  return found;
}

function preload({ file }: Chunk) {
  return `<link rel="modulepreload" href="/${file}" fetchpriority="low">`;
}

function prefetch({ file }: Chunk) {
  return `<link rel="prefetch" as="script" href="/${file}">`;
}

function script(source: string, how: string) {
  return scriptOf(client().manifest[source] as Chunk, how);
}

function scriptOf({ file }: Chunk, how: string) {
  return `<script type="module" src="/${file}" ${how}></script>`;
}

function headersFile() {
  const vars = configured().settings;
  const everywhere = { ...securityHeaders(vars, policyOf(NOT_FOUND)), ...robotsHeader(vars) };
  const rules = ["  Content-Type: application/speculationrules+json"];
  const hashed = ["  ! Cache-Control", "  Cache-Control: public, max-age=31536000, immutable"];
  const policy = (addresses: string, page: string) => [
    addresses,
    "  ! Content-Security-Policy",
    `  Content-Security-Policy: ${contentSecurityPolicy(vars, policyOf(page))}`,
  ];
  return [
    "/*",
    ...Object.entries(everywhere).map(([name, value]) => `  ${name}: ${value}`),
    `  Speculation-Rules: "${SPECULATION_RULES}"`,
    ...policy(addressOf("/*", "es"), addressOf(NOT_FOUND, "es")),
    // Later rules override earlier ones.
    ...Object.keys(sheetHashes).flatMap((address) => policy(address, address)),
    SPECULATION_RULES,
    ...rules,
    "/assets/*",
    ...hashed,
    "/print.css",
    "  ! Cache-Control",
    "  Cache-Control: public, max-age=86400",
    // A drawing has its own styles, by day and by night, and no page's.
    "/assets/*.svg",
    "  ! Content-Security-Policy",
    "  Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'",
    "",
  ].join("\n");
}

function policyOf(address: string) {
  return [sheetHashes[address] as string];
}

async function write(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
