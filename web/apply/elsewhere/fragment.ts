/** What the fragment of a link with a locked draft begins with. In its own file, so that review can look for it without the rest. */
export const DRAFT_FRAGMENT = "#draft=";
