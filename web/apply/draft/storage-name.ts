/** The name of the stored draft. In its own file, so that pages can look for it without the form's code. */
export const DRAFT = "application";

/** The name of the reference of what this tab has sent. */
export const SENT = "reference";

/** The name of the note that React has hydrated a page of the form in this tab. */
export function hydratedName(page: string) {
  return `hydrated:${page}`;
}
