import { isAuthorsBrowser } from "../../sign-in/author-hint.ts";
import { codeHasCome, codeHasFailed } from "./early.ts";
import { layOut } from "./scroll.ts";

const SIGNS = ["pointerover", "touchstart", "focusin"];
const NEEDS_REACT = "main form:not([method=post], #calculator)";

let served = "";

/**
 * Starts a page for reading. React loads when somebody is about to use a form on it; at once for authors, or if data is
 * missing. The calculator and forms with method=post never need it.
 */
export function startTextPage() {
  // The token of a mail's link is a key. Keep it out of histories, bookmarks and shared links; the page's form has it.
  if (/[?&]token=/.test(location.search)) history.replaceState(null, "", location.pathname);
  served = location.pathname + location.search;
  codeHasCome();
  layOut();
  if (document.querySelector("#left-off")) showWhereOneLeftOff();
  // Until its script has come, or without it, the Worker answers the calculator's form.
  if (document.querySelector("#calculator"))
    import("../../calculator/live.ts").then(({ keepUpToDate }) => keepUpToDate());
  if (document.querySelector("[data-unsent]")) import("./send-form.ts");
  addEventListener("popstate", reloadWhenElsewhere);
  const data = document.querySelector("body > #page-data")?.textContent;
  if (data === "{}" || (data && isAuthorsBrowser())) loadReact();
  else for (const sign of SIGNS) addEventListener(sign, loadReactWhenUsed, { passive: true });
}

function loadReactWhenUsed({ target }: Event) {
  if (target instanceof Element && target.closest(NEEDS_REACT)) loadReact();
}

async function loadReact() {
  for (const sign of SIGNS) removeEventListener(sign, loadReactWhenUsed);
  try {
    await import("../main.tsx");
    removeEventListener("popstate", reloadWhenElsewhere);
  } catch {
    codeHasFailed();
  }
}

/** On /apply, and again if the browser revives the page from its cache. */
async function showWhereOneLeftOff() {
  const { showLeftOff } = await import("../../apply/draft/left-off.ts");
  showLeftOff();
  addEventListener("pageshow", showLeftOff);
}

/** After a reload the browser changes only the address for history entries that React made. */
function reloadWhenElsewhere() {
  if (location.pathname + location.search !== served) location.reload();
}
