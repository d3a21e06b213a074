import { brotliCompressSync, constants } from "node:zlib";

/** The quality that Cloudflare and others use for each answer. A build could afford 11. */
const QUALITY = 4;

/** Brotli as an edge compresses. */
export function compress(body: Buffer) {
  return brotliCompressSync(body, { params: { [constants.BROTLI_PARAM_QUALITY]: QUALITY } });
}
