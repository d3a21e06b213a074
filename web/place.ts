/** Where on a page one is: the place that an address names, the one where one was, and the layout that both need. */

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
export function isReturn() {
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
