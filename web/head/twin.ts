import { addressOf, otherLanguage } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import { routeOf } from "../routes.tsx";
import type { PageData } from "../start/page-data.tsx";

/**
 * Where a page is in the other language: at the same path or, for a post, where the one is that says the same. Null: nowhere.
 * Which post that is stands in the data of the page load, so a post that the router has opened has none.
 */
export function twinOf(pathname: string, { post }: PageData) {
  const { path, isInSpanish } = routeOf(pathname);
  if (!isInSpanish) return null;
  if (!path.includes(":")) return addressOf(pathname, otherLanguage());
  const isServed = post && paths.post(post.slug) === pathname;
  return isServed && post.twin ? addressOf(paths.post(post.twin), otherLanguage()) : null;
}
