import { addressOf, otherLanguage } from "../../db/model/site/address.ts";
import { paths } from "../../db/model/site/paths.ts";
import type { PageData } from "../page-data.tsx";
import { routeOf } from "../routes.tsx";

/** The page's address in the other language; null if there is none. Only a page load knows a post's translation. */
export function twinOf(pathname: string, { post }: PageData) {
  const { path, isInSpanish } = routeOf(pathname);
  if (!isInSpanish) return null;
  if (!path.includes(":")) return addressOf(pathname, otherLanguage());
  const isServed = post && paths.post(post.slug) === pathname;
  return isServed && post.twin ? addressOf(paths.post(post.twin), otherLanguage()) : null;
}
