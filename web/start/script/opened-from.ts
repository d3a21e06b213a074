/** The page on which a visit began. In its own file, so that it is part of the script that every page has. */

const KEPT = "openedFrom";

/** Remembers this page's path for the tab, unless the visitor came from another page of ours. */
export function noteFirstPage() {
  try {
    sessionStorage[KEPT] ??= location.pathname;
  } catch {
    // Without storage, we do not know the first page of the visit.
  }
}

/** The path of the page on which the visit began; undefined if unknown. */
export function openedFrom(): string | undefined {
  try {
    return sessionStorage[KEPT];
  } catch {
    return;
  }
}
