import { StrictMode } from "react";
import { renderToReadableStream } from "react-dom/server.edge";
import { StaticRouter } from "react-router-dom";
import { structuredData } from "../head/structured-data.ts";
import { loadPage, routes } from "../routes.tsx";
import { App } from "./app.tsx";
import { type PageData, PageDataContext } from "./page-data.tsx";

export type { PageData } from "./page-data.tsx";

/** What goes into index.html's places. */
export interface RenderedPage {
  head: string;
  page: string;
}

/** The HTML of a URL: what the browser will hydrate, and the tags that React lifts into the head. */
export async function render(url: string, data: PageData = {}): Promise<RenderedPage> {
  const { pathname } = new URL(url, "https://site.invalid");
  await loadPage(pathname);
  const stream = await renderToReadableStream(
    <StrictMode>
      <PageDataContext value={data}>
        <StaticRouter location={url}>
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
  const facts = structuredData(pathname, data).map((fact) => dataBlock('type="application/ld+json"', fact));
  return { head: html.slice(0, start) + facts.join(""), page: html.slice(start) };
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
}

/** Every page of the route table, without its code. */
export const pageRoutes: PageFacts[] = routes.map(({ load, enter, ...facts }) => facts);

/** JSON inside HTML: `<` is escaped, so that nothing in it can end the block or start a tag. */
function dataBlock(attributes: string, value: unknown) {
  return `<script ${attributes}>${JSON.stringify(value).replaceAll("<", "\\u003c")}</script>`;
}
