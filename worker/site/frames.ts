import { addressOf } from "../../db/model/site/address.ts";

/** Folder of the HTML frames of the pages that the Worker fills. Not served by itself. */
export const FRAMES = "/_frames";

/** The address of the frame of a page in the active language, named after the page's source file. */
export function framePath(source: string) {
  return `${FRAMES}${addressOf("/").replace(/\/$/, "")}/${source.replace(/^web\//, "").replace(/\.tsx$/, "")}`;
}
