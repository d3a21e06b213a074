import "./script/shell.ts";
import { type ReactNode, StrictMode, startTransition, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { addressOf, pathOf } from "../../db/model/site/address.ts";
import { language } from "../../db/model/words.ts";
import { Layout } from "../layout/layout.tsx";
import { type PageData, PageDataContext } from "../page-data.tsx";
import { loadPage } from "../routes.tsx";
import { codeHasCome, codeHasFailed } from "./script/early.ts";
import { loadPagesOnIntent } from "./script/intent.ts";

/** At the first of these React would take over the whole page at once, and what was pressed would show only after that. */
const PRESSES =
  "pointerdown mousedown touchstart pointerup mouseup touchend click keydown keypress textInput input keyup compositionstart compositionend change".split(
    " ",
  );
const hydration = new AbortController();

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
          <Hydrating>
            <Layout />
          </Hydrating>
        </BrowserRouter>
      </PageDataContext>
    </StrictMode>
  );
  if (root.firstElementChild) {
    for (const press of PRESSES)
      document.body.addEventListener(press, leaveToBrowser, { capture: true, signal: hydration.signal });
    // In a transition, so that React takes over in small pieces and the browser can respond in between.
    startTransition(() => void hydrateRoot(root, site));
  } else createRoot(root).render(site);
  loadPagesOnIntent();
}

/** Until React has taken over, presses on a form's controls are the browser's alone. React takes over what they have changed. */
function leaveToBrowser(event: Event) {
  if ((event.target as Element).closest("main form :is(label, input, select, textarea, [type=submit])"))
    event.stopPropagation();
}

function Hydrating({ children }: { children: ReactNode }) {
  useLayoutEffect(() => hydration.abort(), []);
  return children;
}

/** The data in the HTML of a page that the Worker rendered. */
function servedData(): PageData {
  return JSON.parse(document.querySelector("body > #page-data")?.textContent || "{}");
}
