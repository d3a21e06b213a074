/** What a draft is stored as. In a file of its own, so that /apply can look for one without the code of the form. */
export const DRAFT = "application";
