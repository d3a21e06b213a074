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

/** The scripts that were weighed, by address. Pages share most of them, and compressing is slow. */
const scripts = new Map<string, Promise<{ code: string; bytes: number }>>();

/** The code of a script, and its bytes on the wire. */
export function scriptAt(request: APIRequestContext, url: string) {
  const script =
    scripts.get(url) ??
    request
      .get(url)
      .then(bodyOf)
      .then((body) => ({ code: body.toString(), bytes: brotliCompressSync(body).length }));
  scripts.set(url, script);
  return script;
}

/** Notes the scripts that a page loads. The returned function weighs those so far, each once: it is kept for good. */
export function weighingScripts(page: Page) {
  const loaded = new Set<string>();
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.endsWith(".js")) loaded.add(pathname);
  });
  return () => bytesOfScripts(page.request, loaded);
}

/** What these scripts weigh together. */
export async function bytesOfScripts(request: APIRequestContext, urls: Set<string>) {
  const weighed = await Promise.all([...urls].map((url) => scriptAt(request, url)));
  return weighed.reduce((sum, { bytes }) => sum + bytes, 0);
}
