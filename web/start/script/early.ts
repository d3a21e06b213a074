import { pathOf } from "../../../db/model/site/address.ts";
import { t } from "../../../db/model/words.ts";
import { hydratedName } from "../../apply/draft/storage-name.ts";
import { tab } from "../../storage.ts";

/** A press on a form's button (or Enter) before React has hydrated the page (the event `hydrated`, web/routes.tsx). */
interface Press {
  form: HTMLFormElement;
  button: HTMLElement | null;
}

/** Whether the page's own code has come, the press that waits for it, and who deals with presses until then. */
const early: { code: "loading" | "here" | "failed"; press?: Press; handle?: (form: HTMLFormElement) => boolean } = {
  code: "loading",
};

/** Keeps a press that came too early, and repeats it once the page is hydrated. */
export function keepEarlyPresses() {
  addEventListener("submit", keep, true);
  addEventListener("hydrated", repeat, { once: true });
  // 'load' fires once all scripts have arrived or failed. Importing one would fetch it again.
  addEventListener("load", () => early.code === "loading" && codeHasFailed());
}

/** The page's scripts call this when they are ready to start, before the page is hydrated. */
export function codeHasCome() {
  if (early.code !== "here") putBackTyped();
  early.code = "here";
}

/** Call this if the page's own code failed to load. Tells visitors, whether they press something or not. */
export function codeHasFailed() {
  const isKnown = early.code === "failed";
  early.code = "failed";
  if (early.press) answer(early.press);
  else if (!isKnown && !document.querySelector("main form:not(dialog form)")) {
    const words = Object.assign(document.createElement("p"), { role: "alert", textContent: notLoaded() });
    document.querySelector("main")?.prepend(words);
  }
}

/** Lets a handler deal with early presses first, including one that is already kept. Keeps the rest. */
export function handleEarly(handle: (form: HTMLFormElement) => boolean) {
  early.handle = handle;
  if (early.press && handle(early.press.form)) early.press = undefined;
}

/** Only for forms that submit nowhere (method=dialog), so that nothing typed leaves the page. */
function keep(event: SubmitEvent) {
  const form = event.target as HTMLFormElement;
  if (form.method !== "dialog" || form.closest("dialog")) return;
  event.preventDefault();
  event.stopPropagation();
  if (early.handle?.(form)) return;
  early.press = { form, button: event.submitter };
  if (early.code === "failed") answer(early.press);
}

function repeat() {
  removeEventListener("submit", keep, true);
  const { form, button } = early.press ?? {};
  if (button instanceof HTMLButtonElement) button.setCustomValidity("");
  if (form?.isConnected) form.requestSubmit(button);
}

/** Loads a new version that has replaced this page, and keeps what was typed. Otherwise says what is wrong. */
async function answer({ form, button }: Press) {
  const script = document.querySelector("script#end")?.getAttribute("src") ?? "";
  const page = await fetch(location.href).catch(() => undefined);
  if (page?.ok && !(await page.text()).includes(script) && keepTyped(form)) return location.reload();
  if (!(button instanceof HTMLButtonElement)) return;
  button.setCustomValidity(notLoaded());
  button.reportValidity();
}

function notLoaded() {
  return t`This page couldn’t be loaded completely. Please check your connection and reload it.`;
}

/** Keeps what was typed for the page's next load, in either language; false if nothing can be kept. */
export function keepTyped(form: HTMLFormElement) {
  // The text kept here is newer than the stored draft.
  tab.forget(hydratedName(pathOf(location.pathname).replace("/apply/", "")));
  return tab.write(nameOfTyped(), [...new FormData(form)]);
}

function putBackTyped() {
  const typed = tab.read(nameOfTyped());
  if (!Array.isArray(typed)) return;
  // Remove the kept text only then, because the visitor may leave the page before.
  addEventListener("hydrated", () => tab.forget(nameOfTyped()), { once: true });
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
