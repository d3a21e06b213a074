import { isAuthorsBrowser } from "./blog/author-hint.ts";
import { codeHasFailed } from "./early.ts";
import { layOut } from "./place.ts";
import "./shell.ts";

/**
 * The script of a page that is read. It is complete without React, which comes when somebody is about to use a form in it;
 * at once to an author on the blog, and when the Worker had no data to render. A form with method=post never needs it.
 */
const SIGNS = ["pointerover", "touchstart", "focusin"];
const NEEDS_REACT = "main form:not([method=post])";

const served = location.pathname + location.search;
const data = document.querySelector("body > #page-data")?.textContent;

layOut();
if (document.querySelector("#left-off")) showWhereOneLeftOff();
addEventListener("popstate", reloadWhenElsewhere);
if (data === "{}" || (data && isAuthorsBrowser())) takeOver();
else for (const sign of SIGNS) addEventListener(sign, takeOverWhenUsed, { passive: true });

function takeOverWhenUsed({ target }: Event) {
  if (target instanceof Element && target.closest(NEEDS_REACT)) takeOver();
}

function takeOver() {
  for (const sign of SIGNS) removeEventListener(sign, takeOverWhenUsed);
  import("./main.tsx").then(() => removeEventListener("popstate", reloadWhenElsewhere), codeHasFailed);
}

/** On /apply; again when the browser shows the page as it had kept it. */
async function showWhereOneLeftOff() {
  const { showLeftOff } = await import("./apply/left-off.ts");
  showLeftOff();
  addEventListener("pageshow", showLeftOff);
}

/** After a reload the browser takes the entries that React made before for parts of this page: it changes the address only. */
function reloadWhenElsewhere() {
  if (location.pathname + location.search !== served) location.reload();
}
