import { language } from "../../../db/model/words.ts";
import { keepEarlyPresses, keepTyped } from "./early.ts";
import { noteFirstPage } from "./opened-from.ts";
import { targetOf } from "./scroll.ts";
import { startTextPage } from "./text-page.ts";
import { reportVisit } from "./visit.ts";

/** What every page does without React, in a small script of its own: the only one of a page for reading. */
keepEarlyPresses();
addEventListener("hashchange", () => targetOf(location.hash));
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeMenu()?.querySelector("summary")?.focus();
});
addEventListener("click", (event) => {
  const link = event.target instanceof Element && event.target.closest("a");
  if (!link) return;
  if (link.matches("header details a")) closeMenu();
  if (link.matches("[hreflang][lang]:not(main a)")) keepPlace(link, event.ctrlKey || event.metaKey);
  if (link.matches("[href='#main']")) {
    // The address stays the same, because a new history entry would keep the address of somebody's results.
    event.preventDefault();
    const main = document.getElementById("main");
    main?.scrollIntoView();
    main?.focus({ preventScroll: true });
  }
});

// Loading this script together with the page would delay the first paint.
addEventListener("load", fetchPrintSheet);

// Do not count staff, nor people who ask not to be measured (globalprivacycontrol.org).
const { globalPrivacyControl, doNotTrack } = navigator as Navigator & { globalPrivacyControl?: boolean };
if (!globalPrivacyControl && doNotTrack !== "1" && !location.pathname.startsWith("/desk")) {
  noteFirstPage();
  reportVisit();
}

const twin = document.querySelector<HTMLAnchorElement>("a[hreflang]");
if (language() === "en" && twin && navigator.language.startsWith("es")) {
  import("./offer.ts").then(({ offerSpanish }) => offerSpanish(twin));
}

if (document.querySelector<HTMLScriptElement>("script#end")?.src === import.meta.url) startTextPage();

/** The page in the other language starts at the same place, with what was typed. */
function keepPlace(twin: HTMLAnchorElement, isNewTab: boolean) {
  const { search } = document.querySelector<HTMLAnchorElement>("#this-calculation") ?? location;
  twin.search = search;
  twin.hash = location.hash;
  const form = document.querySelector<HTMLFormElement>("main form[method=dialog]:not(dialog form)");
  if (form && !isNewTab) keepTyped(form);
}

/** index.html has it for browsers without scripts. */
function fetchPrintSheet() {
  const sheet = Object.assign(document.createElement("link"), {
    rel: "stylesheet",
    media: "print",
    href: "/print.css",
  });
  document.head.append(sheet);
}

function closeMenu() {
  const menu = document.querySelector<HTMLDetailsElement>("header details[open]");
  if (menu) menu.open = false;
  return menu;
}
