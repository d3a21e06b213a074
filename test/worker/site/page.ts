import { env } from "cloudflare:workers";
import type { Env } from "../../../worker/env.ts";
import { callWith } from "../calls/call.ts";

/** The built frame of a page, in place of static files. */
export const frames = { fetch: async () => new Response(FRAME) } as unknown as Fetcher;
const FRAME = `<!doctype html><html lang="en-US"><head><!--head--></head><body><div id="root"><!--page--></div></body></html>`;

/** A page that the Worker renders in a frame like the build's. `bindings` replace the Worker's own. */
export async function readPage(path: string, headers: Record<string, string> = {}, bindings: Partial<Env> = {}) {
  const response = await callWith({ ...env, ASSETS: frames, ...bindings }, path, { headers });
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    html,
    /** The first data block of this type, `json` or `ld+json`. */
    data: (type: string) => {
      const [, text = "null"] =
        new RegExp(`<script type="application/${type.replace("+", "\\+")}"[^>]*>([^<]*)</script>`).exec(html) ?? [];
      return JSON.parse(text);
    },
  };
}
