import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import type { Env } from "../../../worker/env.ts";
import worker, { app } from "../../../worker/site/index.ts";

type Run = (bindings: Env, path: string, init?: RequestInit) => Promise<Response>;

interface Kept {
  body: ArrayBuffer;
  init: { status: number; headers: Headers };
  tags: string[];
  at: number;
  fresh: number;
  whileRevalidate: number;
  ifError: number;
}

/** Cloudflare's cache keeps a response without a policy this long. */
const HEURISTIC_SECONDS = 7200;

/**
 * Cloudflare's cache in front of the entrypoint for readers, which is not there locally, as its documentation describes it in November 2026
 * (developers.cloudflare.com/workers/cache): keyed by path and query only, no cookie. Stricter in one thing: the real one
 * refuses Set-Cookie by itself. `status` says what it did, `purges` lists what the Worker purged, `refuseToPurge` is its limit.
 */
export function edgeCache() {
  const kept = new Map<string, Kept>();
  const edge = { get, tick, purges: [] as string[][], refuseToPurge: false };

  const purge = async (tags: string[]) => {
    edge.purges.push(tags);
    if (edge.refuseToPurge) return false;
    for (const [key, one] of kept) if (one.tags.some((tag) => tags.includes(tag))) kept.delete(key);
    return true;
  };

  /** A request as it comes to the site: the Worker decides whether the cache is asked, and for which address. */
  async function get(bindings: Env, path: string, init: RequestInit = {}) {
    let status = "BYPASS";
    const CachedPages = {
      purge,
      fetch: async (request: Request) => {
        const { pathname, search } = new URL(request.url);
        const answer = await asked(bindings, pathname + search, { method: request.method, headers: request.headers });
        status = answer.headers.get("cf-cache-status") ?? "";
        return answer;
      },
    };
    const context = Object.assign(createExecutionContext(), { exports: { CachedPages } });
    const response = await worker.fetch(new Request(`https://site.test${path}`, init), bindings, context);
    await waitOnExecutionContext(context);
    return served(response, status);
  }

  /** A minute of the cron. */
  async function tick(bindings: Env) {
    const context = Object.assign(createExecutionContext(), { exports: { CachedPages: { purge } } });
    await worker.scheduled({} as ScheduledController, bindings, context);
    await waitOnExecutionContext(context);
  }

  async function asked(...[bindings, path, init = {}]: Parameters<Run>) {
    const found = kept.get(path);
    const age = found ? (Date.now() - found.at) / 1000 : 0;
    if (found && age < found.fresh) return fromKept(found, init, "HIT");
    if (found && age < found.fresh + found.whileRevalidate) {
      const stale = fromKept(found, init, "UPDATING");
      await fill(bindings, path, init);
      return stale;
    }
    const response = await fill(bindings, path, init);
    if (response.status >= 500 && found && age < found.fresh + found.ifError) return fromKept(found, init, "STALE");
    return served(response, kept.has(path) ? "MISS" : "BYPASS");
  }

  /** A cacheable response replaces the one before, an error replaces nothing, any other response removes it. */
  async function fill(bindings: Env, path: string, init: RequestInit) {
    const response = await run(bindings, path, { ...init, method: "GET" });
    const policy = response.headers.get("cloudflare-cdn-cache-control") ?? response.headers.get("cache-control");
    const seconds = (name: string, otherwise = 0) =>
      policy === null ? otherwise : Number(new RegExp(`(?:^|[ ,])${name}=(\\d+)`).exec(policy)?.[1] ?? 0);
    const fresh = seconds("max-age", HEURISTIC_SECONDS);
    const mayKeep = !/no-store|private/.test(policy ?? "") && fresh > 0;
    if (mayKeep && response.status !== 304) {
      const headers = new Headers(response.headers);
      kept.set(path, {
        body: await response.clone().arrayBuffer(),
        init: { status: response.status, headers },
        tags: (headers.get("cache-tag") ?? "").split(","),
        at: Date.now(),
        fresh,
        whileRevalidate: seconds("stale-while-revalidate"),
        ifError: seconds("stale-if-error"),
      });
    } else if (response.status < 500 && response.status !== 304) kept.delete(path);
    return response;
  }

  async function run(...[bindings, path, init]: Parameters<Run>) {
    const context = createExecutionContext();
    const response = await app.fetch(new Request(`https://site.test${path}`, init), bindings, context);
    await waitOnExecutionContext(context);
    return response;
  }

  return edge;
}

function fromKept({ body, init: { status, headers } }: Kept, init: RequestInit, edgeStatus: string) {
  const etag = headers.get("etag");
  const has = etag !== null && new Headers(init.headers).get("if-none-match") === etag;
  return served(new Response(has ? null : body, { status: has ? 304 : status, headers }), edgeStatus);
}

/** The response that leaves Cloudflare, without headers for its cache. */
function served(response: Response, edgeStatus: string) {
  const headers = new Headers(response.headers);
  headers.set("cf-cache-status", edgeStatus);
  headers.delete("cloudflare-cdn-cache-control");
  headers.delete("cache-tag");
  return new Response(response.body, { status: response.status, headers });
}
