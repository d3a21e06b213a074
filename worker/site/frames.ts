import { addressOf } from "../../db/model/site/address.ts";

/** The folder with HTML frames of the pages that the Worker fills in. It is not served itself. */
export const FRAMES = "/_frames";

/** The address of a page's frame in the active language, by the page's source file. */
export function framePath(source: string) {
  return `${FRAMES}${addressOf("/").replace(/\/$/, "")}/${source.replace(/^web\//, "").replace(/\.tsx$/, "")}`;
}
