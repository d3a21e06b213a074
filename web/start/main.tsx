import "./shell.ts";
import "../styles.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { loadPage } from "../routes.tsx";
import { App } from "./app.tsx";
import { codeHasCome, codeHasFailed } from "./early.ts";
import { loadPagesOnIntent } from "./intent.ts";
import { type PageData, PageDataContext } from "./page-data.tsx";

codeHasCome();
// Not awaited at the top level: a page's code may import modules that are bundled with this one.
loadPage(location.pathname).then(start, codeHasFailed);

function start() {
  const root = document.getElementById("root") as HTMLElement;
  const site = (
    <StrictMode>
      <PageDataContext value={servedData()}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </PageDataContext>
    </StrictMode>
  );
  // A transition, so that React takes the page over in small pieces and the browser can answer in between.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, site));
  else createRoot(root).render(site);
  loadPagesOnIntent();
}

/** What came with the HTML of a page that the Worker rendered. */
function servedData(): PageData {
  return JSON.parse(document.querySelector("body > #page-data")?.textContent || "{}");
}
