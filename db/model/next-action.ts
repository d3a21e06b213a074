/** What a member does next about an application, at a time that they set. */
export const NEXT_KINDS = ["call", "write", "papers", "lender", "other"] as const;
export type NextKind = (typeof NEXT_KINDS)[number];
