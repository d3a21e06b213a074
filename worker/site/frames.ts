/** Folder of the HTML frames of the pages that the Worker fills. Not served by itself. */
export const FRAMES = "/_frames";

/** The address of the frame of a page, named after the page's source file. */
export function framePath(source: string) {
  return `${FRAMES}/${source.replace(/^web\//, "").replace(/\.tsx$/, "")}`;
}
