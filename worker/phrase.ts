/** A text as one phrase of a full-text search (FTS5), which ends its words at a null character. */
export function phrase(text: string) {
  return `"${text.replaceAll("\0", "").replaceAll('"', '""')}"`;
}
