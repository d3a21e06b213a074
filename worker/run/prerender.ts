import { createHash } from "node:crypto";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { build } from "vite";
import type * as Render from "../../web/start/render.tsx";
import { robotsHeader, SPECULATION_RULES, securityHeaders } from "../headers.ts";
import { framePath } from "../site/frames.ts";
import { configuredVars, siteUrl } from "./configured.ts";

/**
 * The second half of `npm run build`: writes every static route as a complete HTML file into dist/client, with the
 * site's one sheet inlined, and `_headers` for all static files.
 */

process.env.VITE_SITE_URL ??= siteUrl();

const CLIENT = "dist/client";
const RENDER = "dist/render";
const SITE = "web/start/main.tsx";
const SHELL = "web/start/shell.ts";
const EARLY_CONTINUE = "web/apply/early-continue.ts";
const TEXT_PAGE = "web/start/text-page.ts";
/** From a page that is read to the form page that nearly everybody opens next: its code is fetched meanwhile. */
const NEXT: Record<string, string> = { "web/apply/landing.tsx": "web/apply/steps/contact.tsx" };

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

await build({
  configFile: false,
  logLevel: "warn",
  plugins: [react(), tailwindcss()],
  publicDir: false,
  build: { ssr: "web/start/render.tsx", outDir: RENDER, emptyOutDir: true },
  ssr: { noExternal: true },
});
const { render, pageRoutes }: typeof Render = await import(pathToFileURL(`${RENDER}/render.js`).href);

const manifest: Record<string, Chunk> = JSON.parse(await readFile(`${CLIENT}/.vite/manifest.json`, "utf8"));
const entry = manifest[SITE] as Chunk;
const sheetFile = entry.css?.[0] as string;
const sheet = (await readFile(`${CLIENT}/${sheetFile}`, "utf8")).trim();
const template = (await readFile("index.html", "utf8"))
  .replace(/\s*<script type="module".*<\/script>/, "")
  .replace(/<!-- .*? -->/g, "")
  .replace(/>\s+</g, "><")
  .trim();

for (const { path, source, isRendered, isApp } of pageRoutes) {
  const frame = frameOf(source, isApp);
  if (isRendered) {
    await write(`${CLIENT}${framePath(source)}.html`, frame);
  } else {
    const { head, page } = await render(path === "*" ? "/404" : path);
    const html = frame.replace("<!--head-->", () => head).replace("<!--page-->", () => page);
    await write(`${CLIENT}/${fileOf(path)}`, html);
  }
}
const sheetHash = `sha256-${createHash("sha256").update(sheet).digest("base64")}`;
await write(`${CLIENT}/_headers`, headersFile(sheetHash));
await rm(`${CLIENT}/.vite`, { recursive: true });
await rm(RENDER, { recursive: true });

/** index.html with the sheet, the scripts and the further sheets of one page, still without its head and content. */
function frameOf(source: string, isApp: boolean) {
  const chunks = chunksOf(isApp ? [SITE, source] : [TEXT_PAGE]);
  const early = source.startsWith("web/apply/steps/") ? chunksOf([SHELL, EARLY_CONTINUE]) : [];
  const later = isApp ? chunks.filter((chunk) => !early.includes(chunk)) : [];
  const next = NEXT[source] ? chunksOf([SITE, NEXT[source]]) : [];
  // The site's own sheet is inside the page already.
  const sheets = [...new Set(chunks.flatMap(({ css = [] }) => css))].filter((file) => file !== sheetFile);
  const head = [
    `<style>${sheet}</style>`,
    ...sheets.map((file) => `<link rel="stylesheet" href="/${file}">`),
    ...early.map(({ file }) => `<link rel="modulepreload" href="/${file}" fetchpriority="high">`),
    ...(early.length > 0 ? [script(SHELL, "async"), script(EARLY_CONTINUE, "async")] : []),
  ];
  const end = [
    // It says so even when other code fails to load.
    ...(isApp && early.length === 0 ? [script(SHELL, "async")] : []),
    ...later.map(({ file }) => `<link rel="modulepreload" href="/${file}" fetchpriority="low">`),
    ...next.map(({ file }) => `<link rel="prefetch" as="script" href="/${file}">`),
    script(isApp ? SITE : TEXT_PAGE, 'id="end" fetchpriority="low"'),
  ];
  return template
    .replace("<!--head-->", () => `<!--head-->${head.join("")}`)
    .replace("</body>", () => `${end.join("")}</body>`);
}

/** The chunks that these sources need, with all that they import. */
function chunksOf(sources: string[]) {
  const found = new Set<Chunk>();
  const visit = (name: string) => {
    const chunk = manifest[name];
    if (!chunk || found.has(chunk)) return;
    found.add(chunk);
    chunk.imports?.forEach(visit);
  };
  sources.forEach(visit);
  return [...found];
}

function script(source: string, how: string) {
  return `<script type="module" src="/${manifest[source]?.file}" ${how}></script>`;
}

function fileOf(path: string) {
  if (path === "/") return "index.html";
  return path === "*" ? "404.html" : `${path.slice(1)}.html`;
}

function headersFile(hash: string) {
  const everywhere = Object.entries({ ...securityHeaders([hash]), ...robotsHeader(configuredVars()) }).map(
    ([name, value]) => `  ${name}: ${value}`,
  );
  const rules = ["  Content-Type: application/speculationrules+json"];
  const hashed = ["  ! Cache-Control", "  Cache-Control: public, max-age=31536000, immutable"];
  return [
    "/*",
    ...everywhere,
    `  Speculation-Rules: "${SPECULATION_RULES}"`,
    SPECULATION_RULES,
    ...rules,
    "/assets/*",
    ...hashed,
    "",
  ].join("\n");
}

async function write(file: string, text: string) {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}
