import { pathOf } from "../../../db/model/site/address.ts";
import { t } from "../../../db/model/words.ts";
import { takenOverName } from "../../apply/draft/storage-name.ts";
import { tab } from "../../storage.ts";

/** A press on a form's button (or Enter) before the page's own code runs (`takeover`, web/routes.tsx). */
let kept: { form: HTMLFormElement; button: HTMLElement | null } | undefined;
let handle: ((form: HTMLFormElement) => boolean) | undefined;
let hasCome = false;
let hasFailed = false;

/** Keeps a press that came too early, and repeats it once the page's code runs. */
export function keepEarlyPresses() {
  addEventListener("submit", keep, true);
  addEventListener("takeover", repeatKept, { once: true });
  // 'load' fires once all scripts have arrived or failed. Importing one would fetch it again.
  addEventListener("load", () => hasCome || codeHasFailed());
}

/** The page's scripts call this when they are ready to start, before they take over the controls. */
export function codeHasCome() {
  if (!hasCome) putBackTyped();
  hasCome = true;
}

/** Lets a handler deal with early presses first, including one that is already kept. Keeps the rest. */
export function handleEarly(handler: (form: HTMLFormElement) => boolean) {
  handle = handler;
  if (kept && handle(kept.form)) kept = undefined;
}

/** Only for forms that submit nowhere (method=dialog), so that nothing typed leaves the page. */
function keep(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  if (form.method !== "dialog" || form.closest("dialog")) return;
  event.preventDefault();
  event.stopPropagation();
  if (handle?.(form)) return;
  kept = { form, button: event.submitter };
  if (hasFailed) answerKept();
}

/** Call this if the page's own code failed to load. Tells visitors, whether they press something or not. */
export function codeHasFailed() {
  const isFirst = !hasFailed;
  hasFailed = true;
  if (kept) answerKept();
  else if (isFirst && !document.querySelector("main form:not(dialog form)")) {
    const words = Object.assign(document.createElement("p"), { role: "alert", textContent: notLoaded() });
    document.querySelector("main")?.prepend(words);
  }
}

/** Loads a new version that has replaced this page, and keeps what was typed. Otherwise says what is wrong. */
async function answerKept() {
  const script = document.querySelector("script#end")?.getAttribute("src") ?? "";
  const page = await fetch(location.href).catch(() => undefined);
  if (page?.ok && !(await page.text()).includes(script) && keepTyped(kept?.form)) return location.reload();
  if (!(kept?.button instanceof HTMLButtonElement)) return;
  kept.button.setCustomValidity(notLoaded());
  kept.button.reportValidity();
}

function notLoaded() {
  return t`This page couldn't be loaded completely. Please check your connection and reload it.`;
}

/** Keeps what was typed for the page's next load, in either language; false if nothing can be kept. */
export function keepTyped(form?: HTMLFormElement) {
  // The text kept here is newer than the stored draft.
  tab.forget(takenOverName(pathOf(location.pathname).replace("/apply/", "")));
  return tab.write(nameOfTyped(), [...new FormData(form)]);
}

function putBackTyped() {
  const typed = tab.read(nameOfTyped());
  if (!Array.isArray(typed)) return;
  // Remove the kept text only at takeover, because the visitor may leave the page before that.
  addEventListener("takeover", () => tab.forget(nameOfTyped()), { once: true });
  for (const [name, value] of typed) {
    for (const { elements } of document.forms) {
      const control = elements.namedItem(name) as HTMLInputElement | null;
      Object.assign(control ?? {}, control?.type === "checkbox" ? { checked: true } : { value });
    }
  }
}

function nameOfTyped() {
  return `typed:${pathOf(location.pathname)}`;
}

function repeatKept() {
  removeEventListener("submit", keep, true);
  if (kept?.button instanceof HTMLButtonElement) kept.button.setCustomValidity("");
  if (kept?.form.isConnected) kept.form.requestSubmit(kept.button);
}
