import { brotliCompressSync } from "node:zlib";

/** What a page costs: bytes on the wire of its HTML with headers, and of the scripts that it names. Brotli. */
export interface Weight {
  wire: number;
  script: number;
}

export async function weigh(address: string): Promise<Weight> {
  const response = await fetch(address);
  const html = await response.text();
  // Plain text, so a little more than HTTP/2 makes of them.
  const headers = [...response.headers].reduce((sum, [name, value]) => sum + name.length + value.length + 4, 0);
  const scripts = await Promise.all(
    scriptsOf(html).map(async (path) => brotli(await (await fetch(new URL(path, address))).text())),
  );
  return { wire: headers + brotli(html), script: scripts.reduce((sum, bytes) => sum + bytes, 0) };
}

/** The scripts and preloaded modules that a page's HTML names. */
export function scriptsOf(html: string) {
  return [...new Set([...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map(([, path]) => path as string))];
}

function brotli(text: string) {
  return brotliCompressSync(text).length;
}
