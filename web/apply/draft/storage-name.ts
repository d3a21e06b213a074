/** The name of the stored draft. In its own file, so that /apply can look for a draft without the form's code. */
export const DRAFT = "application";

/** The name of the note that React has taken over a page of the form in this tab. */
export function takenOverName(page: string) {
  return `taken-over:${page}`;
}
