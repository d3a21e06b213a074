import { languageOf, pathOf } from "../../../db/model/site/address.ts";
import { language } from "../../../db/model/words.ts";
import { loadPage } from "../../routes.tsx";

/** Loads a page's code as soon as somebody points at its link, touches it or focuses it. */
export function loadPagesOnIntent() {
  for (const sign of ["pointerover", "touchstart", "focusin"]) addEventListener(sign, loadTarget, { passive: true });
}

function loadTarget({ target }: Event) {
  const link = target instanceof Element && target.closest("a");
  // If loading fails here, the press on the link tries again.
  if (!link || link.origin !== location.origin || languageOf(link.pathname) !== language()) return;
  loadPage(pathOf(link.pathname)).catch(() => undefined);
}
