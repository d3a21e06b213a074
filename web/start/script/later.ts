import { codeHasFailed, laterCode } from "./early.ts";

const SIGNS = ["pointerover", "touchstart", "focusin", "keydown"];
/** A browser with nothing to paint may take long to say that it is idle. */
const LONGEST_MS = 300;

/**
 * A step works without React (early.ts), so its code waits in a template until the fields are painted and the browser
 * is idle, or somebody is about to use them. On /apply, the next page's code waits, too.
 */
export function fetchCodeLater() {
  // This script may run before the end of the page has arrived.
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", begin);
  else begin();
}

function begin() {
  const code = laterCode();
  if (!code) return;
  let isFetched = false;
  const fetchCode = () => {
    if (isFetched) return;
    isFetched = true;
    for (const sign of SIGNS) removeEventListener(sign, fetchCode);
    const copy = document.importNode(code, true);
    for (const script of copy.querySelectorAll("script")) script.onerror = codeHasFailed;
    // One per task: requesting all files at once would block a phone for long.
    for (const element of copy.children) setTimeout(() => document.head.append(element));
  };
  for (const sign of SIGNS) addEventListener(sign, fetchCode, { passive: true });
  new PerformanceObserver((_, observer) => {
    observer.disconnect();
    if ("requestIdleCallback" in window) requestIdleCallback(fetchCode, { timeout: LONGEST_MS });
    else setTimeout(fetchCode);
  }).observe({ type: "paint", buffered: true });
}
