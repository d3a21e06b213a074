import { tab } from "../../storage.ts";

/** The page on which a visit began. In its own file, so that it is part of the script that every page has. */

const KEPT = "openedFrom";

/** Remembers this page's path for the tab, unless the visitor came from another page of ours. */
export function noteFirstPage() {
  if (!openedFrom()) tab.write(KEPT, location.pathname);
}

/** The path of the page on which the visit began; undefined if unknown. */
export function openedFrom() {
  return tab.read(KEPT) as string | undefined;
}
