import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";

/**
 * What a browser does at a page load, done for navigations without one: a new page starts at its top with its heading
 * focused (so that it is read out), Back returns to where one was, and #fragments are followed, with focus.
 */
export function useScrollAndFocus() {
  const { key, pathname, hash } = useLocation();
  const kind = useNavigationType();
  const shown = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => rememberScroll(shown.current.key);
    addEventListener("pagehide", remember);
    addEventListener("scrollend", remember);
    if (wasHereBefore()) {
      layOutAll();
      scrollTo(0, rememberedScroll(shown.current.key) ?? scrollY);
    } else layOutPieces();
    return () => {
      removeEventListener("pagehide", remember);
      removeEventListener("scrollend", remember);
    };
  }, []);

  useLayoutEffect(() => {
    const isFirst = shown.current.key === key;
    const isNewPage = shown.current.pathname !== pathname;
    shown.current = { key, pathname };
    if (isFirst) return;
    layOutAll();
    const target = hash && document.getElementById(decodeURIComponent(hash.slice(1)));
    if (kind === "POP") scrollTo(0, rememberedScroll(key) ?? 0);
    else if (target) target.scrollIntoView();
    else if (isNewPage) scrollTo(0, 0);
    const heading = target || (isNewPage && document.querySelector<HTMLElement>("main h1"));
    if (heading) focusOn(heading);
  }, [key, pathname, hash, kind]);
}

/** Ends the waiting of what is below the first screen (styles.css), a piece a frame, so that the browser can answer in between. */
async function layOutPieces() {
  for (const piece of document.querySelectorAll<HTMLElement>("main section, footer")) {
    piece.style.contentVisibility = "visible";
    await new Promise(requestAnimationFrame);
  }
  layOutAll();
}

function layOutAll() {
  document.documentElement.classList.add("laid-out");
}

/** Whether this page load is a reload or a return. The router calls the first entry of every load 'default'. */
function wasHereBefore() {
  const [load] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  return load?.type === "reload" || load?.type === "back_forward";
}

function focusOn(heading: HTMLElement) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}

function rememberScroll(key: string) {
  try {
    sessionStorage.setItem(nameOf(key), String(scrollY));
  } catch {
    // Without storage Back starts at the top.
  }
}

function rememberedScroll(key: string) {
  try {
    const remembered = sessionStorage.getItem(nameOf(key));
    return remembered === null ? null : Number(remembered);
  } catch {
    return null;
  }
}

function nameOf(key: string) {
  return `scroll:${key === "default" ? location.pathname : key}`;
}
