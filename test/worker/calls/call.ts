import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env, exports } from "cloudflare:workers";
import type { Env } from "../../../worker/env.ts";
import { app } from "../../../worker/site/index.ts";

export const SITE = "https://site.test";
const passing: RateLimit = { limit: async () => ({ success: true }) };

/** Bindings with the deployed limits, but no flood guard, which would count all tests of a minute together. */
export const strict: Env = { ...env, LIMITS: "strict", FLOOD_GUARD: passing, OFFICE_GUARD: passing };

/** Sends a request to the Worker like a browser on our site. */
export function call(path: string, init: RequestInit = {}) {
  return exports.default.fetch(new Request(SITE + path, init));
}

/** POSTs JSON; `headers` add to the usual ones or replace them. */
export function post(path: string, body: unknown, headers: Record<string, string> = {}) {
  return call(path, posted(body, headers));
}

/** Like `call`, to a Worker with these bindings. Waits for work that continues after the answer, too. */
export async function callWith(bindings: Env, path: string, init: RequestInit = {}) {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(SITE + path, init), bindings, context);
  await waitOnExecutionContext(context);
  return response;
}

/** Like `post`, to a Worker with these bindings. */
export function postWith(bindings: Env, path: string, body: unknown, headers: Record<string, string> = {}) {
  return callWith(bindings, path, posted(body, headers));
}

/** What was sent or shown, without random ids: their digits could match somebody's year or phone number. */
export function withoutIds(shown: unknown) {
  return JSON.stringify(shown).replaceAll(/\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, "an id");
}

function posted(body: unknown, headers: Record<string, string>): RequestInit {
  return {
    method: "POST",
    headers: { "content-type": "application/json", "sec-fetch-site": "same-origin", ...headers },
    body: typeof body === "string" || body instanceof Uint8Array ? body : JSON.stringify(body),
  };
}
