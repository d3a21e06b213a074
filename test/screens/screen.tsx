import { configure, screen, waitFor, within } from "@testing-library/dom";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, vi } from "vitest";
import type { PageData } from "../../web/start/page-data.tsx";
import { type Answers, answering } from "./answers.ts";

export { screen, waitFor, within };

// What was sought and not found is said without the whole page.
configure({ defaultHidden: true, getElementError: (message) => new Error(message ?? "Not found") });

let root: Root | undefined;

afterEach(() => {
  root?.unmount();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

/**
 * Opens a page as a page load does: with its code and its caches new, what the tab has stored as it was, and with these
 * answers to its calls. Says who uses it, and what the page has asked.
 */
export async function openPage(address: string, answers: Answers, data: PageData = {}) {
  root?.unmount();
  vi.resetModules();
  history.replaceState(null, "", address);
  document.documentElement.lang = "en-US";
  const { fetch, asked } = answering(answers);
  vi.stubGlobal("fetch", fetch);
  const [{ App }, { loadPage }, { PageDataContext }] = await Promise.all([
    import("../../web/start/app.tsx"),
    import("../../web/routes.tsx"),
    import("../../web/start/page-data.tsx"),
  ]);
  await loadPage(location.pathname);
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  root = createRoot(place);
  root.render(
    <StrictMode>
      <PageDataContext value={data}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </PageDataContext>
    </StrictMode>,
  );
  await screen.findByRole("heading", { level: 1 });
  return { user: userEvent.setup(), asked };
}
