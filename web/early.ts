/** A press on a form's button (or Enter) before the page's own code runs (`takeover`, web/routes.tsx). */
let kept: { form: HTMLFormElement; button: HTMLElement | null } | undefined;
let handle: ((form: HTMLFormElement) => boolean) | undefined;
let hasFailed = false;
const NOT_LOADED = "This page could not be loaded completely. Please check your connection and reload it.";

/** Keeps what is pressed too early and repeats it once the page's code runs. */
export function keepEarlyPresses() {
  addEventListener("submit", keep, true);
  addEventListener("takeover", repeatKept, { once: true });
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", awaitCode);
  else awaitCode();
}

/** Gives such presses, also one that was kept already, to a handler first; what it does not deal with is kept. */
export function handleEarly(handler: (form: HTMLFormElement) => boolean) {
  handle = handler;
  if (kept && handle(kept.form)) kept = undefined;
}

/** Only of forms that submit nowhere (method=dialog), so that nothing typed leaves the page. */
function keep(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  if (form.method !== "dialog" || form.closest("dialog")) return;
  event.preventDefault();
  event.stopPropagation();
  if (handle?.(form)) return;
  kept = { form, button: event.submitter };
  if (hasFailed) sayNotLoaded();
}

/** Hears whether the page's own script comes: a module is not fetched twice. */
function awaitCode() {
  const script = document.querySelector<HTMLScriptElement>("script#end");
  if (script) import(/* @vite-ignore */ script.src).catch(codeHasFailed);
}

/** To be called when the page's own code did not come, which browsers do not ask for again: who presses is told so. */
export function codeHasFailed() {
  hasFailed = true;
  sayNotLoaded();
}

/** In the browser's own bubble at the button, so that nothing changes on the page that React may still take over. */
function sayNotLoaded() {
  if (!(kept?.button instanceof HTMLButtonElement)) return;
  kept.button.setCustomValidity(NOT_LOADED);
  kept.button.reportValidity();
}

function repeatKept() {
  removeEventListener("submit", keep, true);
  if (kept?.button instanceof HTMLButtonElement) kept.button.setCustomValidity("");
  if (kept?.form.isConnected) kept.form.requestSubmit(kept.button);
}
