import { brotliCompressSync } from "node:zlib";
import type { APIRequestContext, APIResponse, Page } from "@playwright/test";
import { compress } from "./compression.ts";

/** A page's bytes on the wire: its HTML and headers, as an edge compresses it, and the scripts that it loads. */
export interface Weight {
  wire: number;
  script: number;
}

/** Headers as plain text, so a little more than in HTTP/2. */
export function wireBytes(headers: { name: string; value: string }[], body: Buffer) {
  return headers.reduce((sum, { name, value }) => sum + name.length + value.length + 4, 0) + compress(body).length;
}

/** What was sent, as if from one address: with another port in it, a script weighs up to 30 bytes more or less. */
export async function bodyOf(response: APIResponse) {
  return Buffer.from((await response.text()).replaceAll(new URL(response.url()).origin, "http://localhost:8787"));
}

/** The bytes of each script, by address. Pages share most scripts, and compressing is slow. */
const scriptBytes = new Map<string, Promise<number>>();

export function bytesOfScript(request: APIRequestContext, url: string) {
  const bytes =
    scriptBytes.get(url) ??
    request
      .get(url)
      .then(bodyOf)
      .then((body) => brotliCompressSync(body).length);
  scriptBytes.set(url, bytes);
  return bytes;
}

/** Notes the scripts that a page loads. The returned function weighs those so far, each once: it is kept for good. */
export function weighingScripts(page: Page) {
  const scripts = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) scripts.add(pathname);
  });
  return async () => {
    const bytes = await Promise.all([...scripts].map((url) => bytesOfScript(page.request, url)));
    return bytes.reduce((sum, each) => sum + each, 0);
  };
}
