import { languageOf, pathOf } from "../../../db/model/site/address.ts";
import { language } from "../../../db/model/words.ts";
import { loadPage } from "../../routes.tsx";

/** Loads the code of the page that a link leads to as soon as somebody points at it, touches it or moves focus to it. */
export function loadPagesOnIntent() {
  for (const sign of ["pointerover", "touchstart", "focusin"]) addEventListener(sign, loadTarget, { passive: true });
}

function loadTarget({ target }: Event) {
  const link = target instanceof Element && target.closest("a");
  // A failure to load matters only when the link is pressed.
  if (!link || link.origin !== location.origin || languageOf(link.pathname) !== language()) return;
  loadPage(pathOf(link.pathname)).catch(() => undefined);
}
