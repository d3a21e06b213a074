import { configure, screen, waitFor, within } from "@testing-library/dom";
import { type UserEvent, userEvent } from "@testing-library/user-event";
import { StrictMode } from "react";
import { createRoot, type Root } from "react-dom/client";
import { BrowserRouter } from "react-router-dom";
import { afterEach, expect, vi } from "vitest";
import { exampleApplication } from "../../db/model/form/example.ts";
import type { PageData } from "../../web/page-data.tsx";
import { type Answers, answering, uploadingWith } from "./answers.ts";

export { screen, waitFor, within };

configure({
  // Generous, because machines are slow at times.
  asyncUtilTimeout: 20_000,
  // Style sheets decide what is visible, and they are not loaded here.
  defaultHidden: true,
  // Leaves the whole page out of the message.
  getElementError: (message) => new Error(message ?? "Not found"),
});

let root: Root | undefined;
let user: UserEvent;

afterEach(() => {
  root?.unmount();
  vi.unstubAllGlobals();
  sessionStorage.clear();
  localStorage.clear();
});

/** As if the browser were idle at once. happy-dom has no such moment, and the toasts' code would wait a second for it. */
export function beIdle() {
  vi.stubGlobal("requestIdleCallback", (work: () => void) => setTimeout(work));
}

/** Opens a page like a page load: fresh code and caches, the tab's stored data, its language, and these answers. */
export async function openPage(address: string, answers: Answers = {}, data: PageData = {}) {
  root?.unmount();
  await arriveAt(address);
  const { fetch, asked } = answering(answers);
  vi.stubGlobal("fetch", fetch);
  vi.stubGlobal("XMLHttpRequest", uploadingWith(fetch));
  const [{ Layout }, { loadPage }, { PageDataContext }, { addressOf, pathOf }] = await Promise.all([
    import("../../web/layout/layout.tsx"),
    import("../../web/routes.tsx"),
    import("../../web/page-data.tsx"),
    import("../../db/model/site/address.ts"),
    import("../../web/desk/routes.tsx"),
  ]);
  await loadPage(pathOf(location.pathname));
  const place = document.createElement("div");
  document.body.replaceChildren(place);
  root = createRoot(place);
  root.render(
    <StrictMode>
      <PageDataContext value={data}>
        <BrowserRouter basename={addressOf("/")}>
          <Layout />
        </BrowserRouter>
      </PageDataContext>
    </StrictMode>,
  );
  await screen.findByRole("heading", { level: 1 });
  user = userEvent.setup();
  return { user, asked };
}

/** Goes to an address where nothing has run yet. */
export async function arriveAt(address: string) {
  vi.resetModules();
  history.replaceState(null, "", address);
  const { askLanguageOf, locale } = await import("../../db/model/words.ts");
  askLanguageOf(() => (/^\/es(\/|$)/.test(location.pathname) ? "es" : "en"));
  document.documentElement.lang = locale();
}

/** Like `openPage`, in a tab with a complete application and these changes. */
export function resume(address: string, changes: Parameters<typeof exampleApplication>[0] = {}, answers: Answers = {}) {
  const draft = { answers: exampleApplication(changes), typed: {}, until: Number.MAX_SAFE_INTEGER };
  sessionStorage.setItem("application", JSON.stringify(draft));
  return openPage(address, answers);
}

export async function press(name: string | RegExp) {
  await user.click(await screen.findByRole("button", { name }));
}

/** Unfolds what a press on these words unfolds. */
export async function unfold(words: string | RegExp) {
  const details = (await screen.findByText(words)).closest("details") as HTMLDetailsElement;
  details.open = true;
  details.dispatchEvent(new Event("toggle"));
  return details;
}

export function button(name: string | RegExp) {
  return screen.queryByRole("button", { name });
}

/** The only toast on screen. */
export async function toast() {
  return within(await screen.findByRole("region", { name: /\(F8\)$/ })).findByRole("listitem");
}

/** The control with this name in the form, or the first of a choice. */
export function field(name: string) {
  return document.querySelector(`[name=${name}]`) as HTMLInputElement;
}

/** Replaces the text in the box. */
export async function write(box: HTMLElement, text: string) {
  await user.clear(box);
  if (!text) return;
  await user.click(box);
  await user.paste(text);
}

/** Answers a question with a choice. */
export async function choose(question: string, answer: string) {
  await user.click(within(screen.getByRole("group", { name: question })).getByRole("radio", { name: answer }));
}

/** What a screen reader says after the control's name. */
export function descriptionOf(control: Element | null) {
  const ids = control?.getAttribute("aria-describedby")?.split(" ") ?? [];
  return ids.map((id) => document.getElementById(id)?.textContent).join(" ");
}

/** The error summary, once it has focus and the page title says so. */
export async function problems() {
  const summary = await waitFor(() => {
    const alert = within(screen.getByRole("main")).getByRole("alert");
    expect(document.activeElement).toBe(alert);
    expect(document.title).toMatch(/^Error: /);
    return alert;
  });
  return within(summary).getAllByRole("link");
}

export function textsOf(elements: Element[]) {
  return elements.map(({ textContent }) => textContent);
}
