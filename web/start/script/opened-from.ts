import { attributionOf } from "../../../db/model/site/source.ts";
import { tab } from "../../storage.ts";

/** Where a visit began. In its own file, so that it is part of the script that every page has. */

const KEPT = "openedFrom";

/** Remembers for the tab this page's path and what brought the visitor, unless that was another page of ours. */
export function noteFirstPage() {
  if (openedFrom()) return;
  const query = new URLSearchParams(location.search);
  const host = document.referrer.split("/")[2] ?? "";
  query.set("referrer", host === location.host ? "" : host);
  tab.write(KEPT, `${location.pathname}?${new URLSearchParams(attributionOf(query))}`);
}

/** Such as '/es/texas?utm_source=google&referrer=www.google.com'; undefined if unknown. */
export function openedFrom() {
  return tab.read(KEPT) as string | undefined;
}
