/** What the archive of cases and of the audit log is made of (worker/case/archive.ts, worker/staff/old-audit.ts). */

/** In the bucket: a file for each closed case of long ago. */
export const ARCHIVED = "archive/";
/** There: for each person an empty file that leads to each of their cases, by the last two parts of its name. */
export const ARCHIVED_PEOPLE = `${ARCHIVED}people/`;

export async function compressed(text: string) {
  return streamed(new Blob([text]), new CompressionStream("gzip")).bytes();
}

export async function decompressed(bytes: Uint8Array) {
  return streamed(new Blob([bytes]), new DecompressionStream("gzip")).text();
}

function streamed(blob: Blob, through: CompressionStream | DecompressionStream) {
  return new Response(blob.stream().pipeThrough(through));
}
