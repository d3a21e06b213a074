/** What a draft is stored as. In a file of its own, so that /apply can look for one without the code of the form. */
export const DRAFT = "application";

/** Where it is noted that React has taken over a page of the form in this tab. */
export function takenOverName(page: string) {
  return `taken-over:${page}`;
}
