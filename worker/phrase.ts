/** A text as a phrase for full-text search (FTS5), where a null character would end the words. */
export function phrase(text: string) {
  return `"${text.replaceAll("\0", "").replaceAll('"', '""')}"`;
}
