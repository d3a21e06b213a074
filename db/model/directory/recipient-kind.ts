/** The kinds of firms that the directory lists, and that get applications. */
export const RECIPIENT_KINDS = ["dealer", "lender"] as const;
export type RecipientKind = (typeof RECIPIENT_KINDS)[number];
