/**
 * What every page does before and without React, in a small script of its own: it keeps what is pressed too early, closes
 * the phone's menu, shows the place that an address names, and lays out what is below the first screen.
 */

/** A press on a form's button (or Enter) before the page's own code runs (`takeover`, web/routes.tsx). */
let kept: { form: HTMLFormElement; button: HTMLElement | null } | undefined;
let handle: ((form: HTMLFormElement) => boolean) | undefined;
let hasFailed = false;
const NOT_LOADED = "This page could not be loaded completely. Please check your connection and reload it.";

// Not where the Worker or the build renders a page.
if (typeof document !== "undefined") {
  addEventListener("submit", keep, true);
  addEventListener("takeover", repeatKept, { once: true });
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", awaitCode);
  else awaitCode();
  addEventListener("keydown", ({ key }) => {
    if (key === "Escape") closeMenu()?.querySelector("summary")?.focus();
  });
  addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("header details a")) closeMenu();
  });
  addEventListener("hashchange", () => targetOf(location.hash));
}

/** The place on the page that the end of an address names. An answer around it is opened. */
export function targetOf(hash: string) {
  const target = document.getElementById(decoded(hash.slice(1)));
  if (!target) return;
  target.closest("details")?.setAttribute("open", "");
  return target;
}

function decoded(text: string) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

let isLaidOut = false;

/**
 * Ends the waiting of what is below the first screen (styles.css): a piece a frame, so that the browser can answer in between,
 * or at once when one comes back to a place further down. Only the first call does anything.
 */
export function layOut() {
  if (isLaidOut) return;
  isLaidOut = true;
  targetOf(location.hash);
  if (!isReturn()) return layOutPieces();
  layOutAll();
  if (history.scrollRestoration === "manual") scrollTo(0, rememberedScroll(history.state?.key) ?? scrollY);
}

/** Lays out what still waits, before one goes to a place that may be in it. */
export function layOutAll() {
  document.documentElement.classList.add("laid-out");
}

/** Where one was when one left an entry of the tab's history; null when that is not known. For pages that React scrolls. */
export function rememberedScroll(key: string | undefined) {
  try {
    const remembered = sessionStorage.getItem(nameOf(key));
    return remembered === null ? null : Number(remembered);
  } catch {
    return null;
  }
}

export function rememberScroll(key: string | undefined) {
  try {
    sessionStorage.setItem(nameOf(key), String(scrollY));
  } catch {
    // Without storage Back starts at the top.
  }
}

/** The router calls the first entry of every page load 'default', if it has no key yet. */
function nameOf(key = "default") {
  return `scroll:${key === "default" ? location.pathname : key}`;
}

/** Whether this page load is a reload or a return. */
function isReturn() {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "reload" || load?.type === "back_forward";
}

async function layOutPieces() {
  for (const piece of document.querySelectorAll<HTMLElement>("main section, footer")) {
    piece.style.contentVisibility = "visible";
    await new Promise(requestAnimationFrame);
  }
  layOutAll();
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

function closeMenu() {
  const menu = document.querySelector<HTMLDetailsElement>("header details[open]");
  if (menu) menu.open = false;
  return menu;
}
