import { cleanup, render, screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { BrowserRouter } from "react-router-dom";
import { afterEach, vi } from "vitest";
import type { PageData } from "../../web/start/page-data.tsx";
import { type Answers, answering } from "./answers.ts";

export { screen, waitFor, within };

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/**
 * Opens a page as a page load does: with its code and its caches new, what the tab has stored as it was, and with these
 * answers to its calls. Says who uses it, and what the page has asked.
 */
export async function openPage(address: string, answers: Answers, data: PageData = {}) {
  cleanup();
  vi.resetModules();
  history.replaceState(null, "", address);
  const { fetch, asked } = answering(answers);
  vi.stubGlobal("fetch", fetch);
  const [{ App }, { loadPage }, { PageDataContext }] = await Promise.all([
    import("../../web/start/app.tsx"),
    import("../../web/routes.tsx"),
    import("../../web/start/page-data.tsx"),
  ]);
  await loadPage(location.pathname);
  render(
    <StrictMode>
      <PageDataContext value={data}>
        <BrowserRouter>
          <App />
        </BrowserRouter>
      </PageDataContext>
    </StrictMode>,
  );
  return { user: userEvent.setup(), asked };
}
