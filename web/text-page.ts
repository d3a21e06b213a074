import { isAuthorsBrowser } from "./blog/author-hint.ts";
import { codeHasCome, codeHasFailed } from "./early.ts";
import { layOut } from "./place.ts";
import "./shell.ts";

/**
 * The script of a page that is read. It is complete without React, which comes when somebody is about to use a form in it;
 * at once to an author on the blog, and when the Worker had no data to render. A form with method=post never needs it.
 */
const SIGNS = ["pointerover", "touchstart", "focusin"];
const NEEDS_REACT = "main form:not([method=post])";

// The token of a link in a mail is a key: it stays out of histories, bookmarks and what is shared. The page's form has it.
if (/[?&]token=/.test(location.search)) history.replaceState(null, "", location.pathname);

const served = location.pathname + location.search;
const data = document.querySelector("body > #page-data")?.textContent;

codeHasCome();
layOut();
if (document.querySelector("#left-off")) showWhereOneLeftOff();
addEventListener("popstate", reloadWhenElsewhere);
if (data === "{}" || (data && isAuthorsBrowser())) takeOver();
else for (const sign of SIGNS) addEventListener(sign, takeOverWhenUsed, { passive: true });

function takeOverWhenUsed({ target }: Event) {
  if (target instanceof Element && target.closest(NEEDS_REACT)) takeOver();
}

async function takeOver() {
  for (const sign of SIGNS) removeEventListener(sign, takeOverWhenUsed);
  try {
    await import("./main.tsx");
    removeEventListener("popstate", reloadWhenElsewhere);
  } catch {
    codeHasFailed();
  }
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
