/** On which page a visit began. In a file of its own, so that it comes with the script that every page has. */

const KEPT = "openedFrom";

/** Keeps the page's path for this tab, unless it has come from another page of ours. */
export function noteFirstPage() {
  try {
    sessionStorage[KEPT] ??= location.pathname;
  } catch {
    // Without storage the first page of the visit is not recorded.
  }
}

/** The path of the page on which the visit began; undefined when the tab has not kept it. */
export function openedFrom(): string | undefined {
  try {
    return sessionStorage[KEPT];
  } catch {
    return;
  }
}
