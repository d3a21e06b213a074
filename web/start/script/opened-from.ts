import { tab } from "../../storage.ts";

/** Where a visit began. In its own file, so that it is part of the script that every page has. */

const KEPT = "openedFrom";

/** Remembers for the tab this page's path and what brought the visitor, unless that was another page of ours. The Worker cleans it once more (db/model/site/source.ts). */
export function noteFirstPage() {
  if (openedFrom()) return;
  const advertised = location.search.match(/utm_\w+=(?:[\w.~+-]|%(?!40|3C)..){1,100}(?=&|$)/g) ?? [];
  const host = document.referrer.split("/")[2];
  const linkedFrom = host && host !== location.host ? [`referrer=${host}`] : [];
  tab.write(KEPT, `${location.pathname}?${[...advertised, ...linkedFrom].join("&")}`);
}

/** Such as '/es/texas?utm_source=google&referrer=www.google.com'; undefined if unknown. */
export function openedFrom() {
  return tab.read(KEPT) as string | undefined;
}
