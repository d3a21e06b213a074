import { useEffect, useLayoutEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router-dom";
import { layOut, layOutAll, rememberedScroll, rememberScroll, targetOf } from "./script/scroll.ts";

/** Does what browsers do at a page load: focuses the heading on top, scrolls back after Back, follows #fragments. */
export function useScrollAndFocus() {
  const { key, pathname, hash } = useLocation();
  const kind = useNavigationType();
  const shown = useRef({ key, pathname });

  useEffect(() => {
    history.scrollRestoration = "manual";
    const remember = () => rememberScroll(shown.current.key);
    addEventListener("pagehide", remember);
    addEventListener("scrollend", remember);
    layOut();
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
    const target = targetOf(hash);
    if (kind === "POP") scrollTo(0, rememberedScroll(key) ?? 0);
    else if (target) target.scrollIntoView();
    else if (isNewPage) scrollTo(0, 0);
    const heading = target || (isNewPage && document.querySelector<HTMLElement>("main h1"));
    if (heading) focusOn(heading);
  }, [key, pathname, hash, kind]);
}

function focusOn(heading: HTMLElement) {
  heading.tabIndex = -1;
  heading.focus({ preventScroll: true });
}
