import { tab } from "../../storage.ts";

/** Where the reader is on a page: the place an address names, the place they left, and the layout that both need. */

/** The place on the page that an address's #fragment names. What it is folded in opens. */
export function targetOf(hash: string) {
  const target = document.getElementById(decoded(hash.slice(1)));
  for (let fold = target?.closest("details"); fold; fold = fold.parentElement?.closest("details")) fold.open = true;
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
 * Lays out what is below the first screen (styles.css): once the browser has nothing else to do, or at once for somebody who comes
 * back to a place further down. Only the first call does anything.
 */
export function layOut() {
  if (isLaidOut) return;
  isLaidOut = true;
  targetOf(location.hash);
  if (!isReturn()) return whenIdle(layOutAll);
  layOutAll();
  if (history.scrollRestoration === "manual") scrollTo(0, rememberedScroll(history.state?.key) ?? scrollY);
}

/** Lays out everything that is still waiting, before a jump to a place that may be in it. */
export function layOutAll() {
  document.documentElement.classList.add("laid-out");
}

/** How far down the reader was when they left a history entry; null when not known. For pages that React scrolls. */
export function rememberedScroll(key: string | undefined) {
  return (tab.read(nameOf(key)) as number | undefined) ?? null;
}

export function rememberScroll(key: string | undefined) {
  tab.write(nameOf(key), scrollY);
}

/** The router calls the first entry of every page load 'default', if it has no key yet. */
function nameOf(key = "default") {
  return `scroll:${key === "default" ? location.pathname : key}`;
}

/** Whether this page load is a reload or a return. */
export function isReturn() {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "reload" || load?.type === "back_forward";
}

/** Safari cannot say when it is idle. */
function whenIdle(work: () => void) {
  if ("requestIdleCallback" in window) requestIdleCallback(work);
  else setTimeout(work);
}
