import { brotliCompressSync } from "node:zlib";
import type { Page, Response } from "@playwright/test";
import { compress } from "./compression.ts";

/**
 * What a page costs: bytes on the wire of its HTML with headers, as an edge compresses it, and of the scripts that it loads by
 * itself, also for a page to come, as small as brotli makes them.
 */
export interface Weight {
  wire: number;
  script: number;
}

/** Bytes of each script by its address: pages share most of them, and to compress one takes long. */
const scriptBytes = new Map<string, Promise<number>>();

/** Weighs what this page loads from now on; call what it returns when the page has loaded. */
export function weighing(page: Page) {
  const scripts: string[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) scripts.push(response.url());
  });
  // Asked for once more: the browser does not give out what it has fetched for a page to come.
  const fetched = async (url: string) => brotli(await (await page.request.get(url)).body());
  const bytesOf = (url: string) => {
    const bytes = scriptBytes.get(url) ?? fetched(url);
    scriptBytes.set(url, bytes);
    return bytes;
  };
  return async (html: Response): Promise<Weight> => {
    // Plain text, so a little more than HTTP/2 makes of them.
    const headers = (await html.headersArray()).reduce(
      (sum, { name, value }) => sum + name.length + value.length + 4,
      0,
    );
    const script = (await Promise.all(scripts.map(bytesOf))).reduce((sum, bytes) => sum + bytes, 0);
    return { wire: headers + compress(await html.body()).length, script };
  };
}

function brotli(bytes: Buffer) {
  return brotliCompressSync(bytes).length;
}
