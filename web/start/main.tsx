import "./script/shell.ts";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { addressOf, pathOf } from "../../db/model/site/address.ts";
import { language } from "../../db/model/words.ts";
import { Layout } from "../layout/layout.tsx";
import { type PageData, PageDataContext } from "../page-data.tsx";
import { loadPage } from "../routes.tsx";
import { codeHasCome, codeHasFailed } from "./script/early.ts";
import { loadPagesOnIntent } from "./script/intent.ts";

codeHasCome();
// No top-level await, because a page's code may import modules that are bundled with this one.
load(pathOf(location.pathname)).then(start, codeHasFailed);

async function load(path: string) {
  if (language() === "en" && path.startsWith("/desk/")) await import("../desk/routes.tsx");
  await loadPage(path);
}

function start() {
  const root = document.getElementById("root") as HTMLElement;
  const site = (
    <StrictMode>
      <PageDataContext value={servedData()}>
        <BrowserRouter basename={addressOf("/")}>
          <Layout />
        </BrowserRouter>
      </PageDataContext>
    </StrictMode>
  );
  // In a transition, so that React takes over in small pieces and the browser can respond in between.
  if (root.firstElementChild) startTransition(() => void hydrateRoot(root, site));
  else createRoot(root).render(site);
  loadPagesOnIntent();
}

/** The data in the HTML of a page that the Worker rendered. */
function servedData(): PageData {
  return JSON.parse(document.querySelector("body > #page-data")?.textContent || "{}");
}
