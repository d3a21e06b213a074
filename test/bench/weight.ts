import { brotliCompressSync } from "node:zlib";
import type { Page } from "@playwright/test";

/** What a page costs: bytes on the wire of its HTML with headers, and of the scripts that it loads by itself. Brotli. */
export interface Weight {
  wire: number;
  script: number;
}

export async function weigh(page: Page, path: string): Promise<Weight> {
  const scripts: Promise<number>[] = [];
  page.on("response", (response) => {
    if (response.request().resourceType() === "script") scripts.push(response.body().then(brotli));
  });
  const response = await page.goto(path, { waitUntil: "networkidle" });
  if (!response) throw new Error(`${path} did not answer`);
  const html = await response.body();
  // Plain text, so a little more than HTTP/2 makes of them.
  const headers = (await response.headersArray()).reduce(
    (sum, { name, value }) => sum + name.length + value.length + 4,
    0,
  );
  const script = (await Promise.all(scripts)).reduce((sum, bytes) => sum + bytes, 0);
  return { wire: headers + brotli(html), script };
}

function brotli(bytes: Buffer) {
  return brotliCompressSync(bytes).length;
}
