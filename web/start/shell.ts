import { keepEarlyPresses } from "./early.ts";
import { targetOf } from "./place.ts";

/** What every page does before and without React, in a small script of its own. */
keepEarlyPresses();
addEventListener("hashchange", () => targetOf(location.hash));
addEventListener("keydown", ({ key }) => {
  if (key === "Escape") closeMenu()?.querySelector("summary")?.focus();
});
addEventListener("click", ({ target }) => {
  if (target instanceof Element && target.closest("header details a")) closeMenu();
});

// Not for staff, and not for people who ask not to be measured (globalprivacycontrol.org).
if (!(navigator as { globalPrivacyControl?: boolean }).globalPrivacyControl && !location.pathname.startsWith("/desk")) {
  addEventListener("load", () => (window.requestIdleCallback ?? setTimeout)(measure));
}

function measure() {
  import("./vitals.ts").catch(() => undefined);
}

function closeMenu() {
  const menu = document.querySelector<HTMLDetailsElement>("header details[open]");
  if (menu) menu.open = false;
  return menu;
}
