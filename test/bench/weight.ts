import { brotliCompressSync } from "node:zlib";
import type { APIRequestContext, Page } from "@playwright/test";
import { compress } from "./compression.ts";

/**
 * What a page costs: bytes on the wire of its HTML with headers, as an edge compresses it, and of the scripts that it loads by
 * itself, also for a page to come, as small as brotli makes them.
 */
export interface Weight {
  wire: number;
  script: number;
}

/** Headers as plain text, so a little more than HTTP/2 makes of them. */
export function wireBytes(headers: { name: string; value: string }[], body: Buffer) {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0) + compress(body).length;
}

/** Bytes of each script by its address: pages share most of them, and to compress one takes long. */
const scriptBytes = new Map<string, Promise<number>>();

export function bytesOfScript(request: APIRequestContext, url: string) {
  const bytes =
    scriptBytes.get(url) ??
    request
      .get(url)
      .then((response) => response.body())
      .then((body) => brotliCompressSync(body).length);
  scriptBytes.set(url, bytes);
  return bytes;
}

/** Collects the scripts that this page loads from now on; what it returns weighs those that it has asked for until then. */
export function weighingScripts(page: Page) {
  const scripts: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.push(pathname);
  });
  return async () => {
    const bytes = await Promise.all(scripts.map((url) => bytesOfScript(page.request, url)));
    return bytes.reduce((sum, each) => sum + each, 0);
  };
}
