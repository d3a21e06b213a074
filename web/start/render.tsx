import { StrictMode } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { StaticRouter } from "react-router-dom";
import { addressOf, otherLanguage, pathOf } from "../../db/model/site/address.ts";
import { type Language, language } from "../../db/model/words.ts";
import { absolute } from "../head/site-url.ts";
import { structuredData } from "../head/structured-data.ts";
import { twinOf } from "../head/twin.ts";
import { loadPage, routeOf, routes } from "../routes.tsx";
import { App } from "./app.tsx";
import { type PageData, PageDataContext } from "./page-data.tsx";

export { askLanguageOf } from "../../db/model/words.ts";
export type { PageData } from "./page-data.tsx";

/** What goes into index.html's places. */
export interface RenderedPage {
  head: string;
  page: string;
}

/** The HTML of a URL of the active language: what the browser will hydrate, and the tags that React lifts into the head. */
export async function render(url: string, data: PageData = {}): Promise<RenderedPage> {
  const path = pathOf(new URL(url, "https://site.invalid").pathname);
  await loadPage(path);
  const stream = await renderToReadableStream(
    <StrictMode>
      <PageDataContext value={data}>
        <StaticRouter location={url} basename={addressOf("/")}>
          <App />
        </StaticRouter>
      </PageDataContext>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  // Outside a document React writes what belongs in the head first; the layout starts with the skip link.
  const start = html.indexOf('<a href="#main"');
  const facts = structuredData(path, data).map((fact) => dataBlock('type="application/ld+json"', fact));
  return { head: html.slice(0, start) + alternatesOf(path, data) + facts.join(""), page: html.slice(start) };
}

/** Tells search engines where the page is in each language. */
function alternatesOf(path: string, data: PageData) {
  const twin = twinOf(path, data);
  if (!twin || !routeOf(path).isListed) return "";
  const addresses = { [language()]: addressOf(path), [otherLanguage()]: twin } as Record<Language, string>;
  return Object.entries({ en: addresses.en, es: addresses.es, "x-default": addresses.en })
    .map(([language, address]) => `<link rel="alternate" hreflang="${language}" href="${absolute(address)}"/>`)
    .join("");
}

/** The data of a page as a block that main.tsx reads before it hydrates. */
export function embed(data: PageData): string {
  return dataBlock('type="application/json" id="page-data"', data);
}

interface PageFacts {
  path: string;
  source: string;
  isRendered: boolean;
  isApp: boolean;
  isListed: boolean;
  isInSpanish: boolean;
}

/** Every page of the route table, without its code. */
export const pageRoutes: PageFacts[] = routes.map(({ load, enter, ...facts }) => facts);

/** JSON inside HTML: `<` is escaped, so that nothing in it can end the block or start a tag. */
function dataBlock(attributes: string, value: unknown) {
  return `<script ${attributes}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}
