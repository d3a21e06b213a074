import { StrictMode } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { StaticRouter } from "react-router-dom";
import { addressOf, otherLanguage, pathOf } from "../../db/model/site/address.ts";
import { type Language, language } from "../../db/model/words.ts";
import { absolute } from "../head/site-url.ts";
import { structuredData } from "../head/structured-data.ts";
import { twinOf } from "../head/twin.ts";
import "../desk/routes.tsx";
import { Layout } from "../layout/layout.tsx";
import { type PageData, PageDataContext } from "../page-data.tsx";
import { loadPage, routeOf, routes } from "../routes.tsx";

export { askLanguageOf } from "../../db/model/words.ts";
export type { PageData } from "../page-data.tsx";

/** The parts to insert into index.html. */
export interface RenderedPage {
  head: string;
  page: string;
}

/** The HTML of an address in the active language: the part to hydrate, and the tags for the head. */
export async function render(url: string, data: PageData = {}): Promise<RenderedPage> {
  const path = pathOf(new URL(url, "https://site.invalid").pathname);
  await loadPage(path);
  const stream = await renderToReadableStream(
    <StrictMode>
      <PageDataContext value={data}>
        <StaticRouter location={url} basename={addressOf("/")}>
          <Layout />
        </StaticRouter>
      </PageDataContext>
    </StrictMode>,
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  );
  await stream.allReady;
  const html = await new Response(stream).text();
  // Without a document, React writes the head's tags first. The layout starts with the skip link.
  const start = html.indexOf('<a href="#main"');
  const facts = structuredData(path, data).map((fact) => dataBlock('type="application/ld+json"', fact));
  return { head: html.slice(0, start) + alternatesOf(path, data) + facts.join(""), page: html.slice(start) };
}

/** Tells search engines the page's address in each language. */
function alternatesOf(path: string, data: PageData) {
  const twin = twinOf(path, data);
  if (!twin || !routeOf(path).isListed) return "";
  const addresses = { [language()]: addressOf(path), [otherLanguage()]: twin } as Record<Language, string>;
  return Object.entries({ en: addresses.en, es: addresses.es, "x-default": addresses.en })
    .map(([language, address]) => `<link rel="alternate" hreflang="${language}" href="${absolute(address)}"/>`)
    .join("");
}

/** The page's data as a block that main.tsx reads before hydration. */
export function embed(data: PageData): string {
  return dataBlock('type="application/json" id="page-data"', data);
}

interface PageFacts {
  path: string;
  source: string;
  isRendered: boolean;
  isApp: boolean;
  isInForm: boolean;
  isListed: boolean;
  isInSpanish: boolean;
}

/** All routes without their code. */
export const pageRoutes: PageFacts[] = routes.map(({ load, enter, ...facts }) => facts);

/** JSON inside HTML. Escapes `<`, so that nothing in it can end the block or start a tag. */
function dataBlock(attributes: string, value: unknown) {
  return `<script ${attributes}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}
