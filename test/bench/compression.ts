import { brotliCompressSync, constants } from "node:zlib";

/** What an edge takes the time for with each answer, Cloudflare's among them; a build could afford 11. */
const QUALITY = 4;

/** Brotli as the edge makes it. */
export function compress(body: Buffer) {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
