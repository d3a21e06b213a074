import "./script/shell.ts";
import "../styles.css";
import { StrictMode, startTransition } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { addressOf, pathOf } from "../../db/model/site/address.ts";
import { Layout } from "../layout/layout.tsx";
import { loadPage } from "../routes.tsx";
import { type PageData, PageDataContext } from "./page-data.tsx";
import { codeHasCome, codeHasFailed } from "./script/early.ts";
import { loadPagesOnIntent } from "./script/intent.ts";

codeHasCome();
// No top-level await, because a page's code may import modules that are bundled with this one.
Promise.all([loadPage(pathOf(location.pathname)), wholeSheet()]).then(start, codeHasFailed);

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

/** A page has only the styles that its own HTML needs. What React shows next may need any others. */
function wholeSheet() {
  const style = document.querySelector<HTMLStyleElement>("style[data-whole]");
  if (!style || document.querySelector(`link[rel=stylesheet][href="${style.dataset.whole}"]`)) return;
  return new Promise((resolve) => {
    const link = document.createElement("link");
    link.onload = resolve;
    // If the sheet fails to load, the page starts anyway with the rules it has.
    link.onerror = resolve;
    link.rel = "stylesheet";
    link.href = style.dataset.whole as string;
    // As the last one: for a sheet between others Chromium sets up fonts anew, and what is read would move.
    document.head.append(link);
  });
}

/** The data in the HTML of a page that the Worker rendered. */
function servedData(): PageData {
  return JSON.parse(document.querySelector("body > #page-data")?.textContent || "{}");
}
