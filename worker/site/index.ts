import { WorkerEntrypoint } from "cloudflare:workers";
import { type Context, Hono, type Next } from "hono";
import { routePath } from "hono/route";
import { addressOf, languageOf } from "../../db/model/site/address.ts";
import { type Language, t } from "../../db/model/words.ts";
import { api } from "../api/index.ts";
import { images } from "../api/media.ts";
import { Busy } from "../commit.ts";
import { type Env, settled } from "../env.ts";
import { guardWrites, refuse } from "../http/body.ts";
import { type CachedEntrypoint, cachedPagesOf, guardEdge, toHandOn } from "../http/edge-cache.ts";
import { robotsHeader, securityHeaders } from "../http/headers.ts";
import { inLanguage } from "../http/language.ts";
import { onlyUnlessFlooding, refusalOverLimit } from "../http/limits.ts";
import { hearMail } from "../incoming/email.ts";
import { bringsEvents, hear } from "../mail/events.ts";
import { consume } from "../mail/outbox.ts";
import { watch } from "../operations/alarms.ts";
import { runJobs } from "../operations/jobs.ts";
import { pages } from "./pages.ts";

const RETRY_AFTER_SECONDS = "5";

interface SiteEnv {
  Bindings: Env;
  Variables: { requestId: string };
}

export const app = new Hono<SiteEnv>();

app.use((c, next) => {
  c.env = settled(c.env);
  return next();
});
app.use(guardEdge);
app.use(async (c, next) => {
  const start = Date.now();
  const ray = c.req.header("cf-ray") ?? "";
  const requestId = /^[\w-]{1,64}$/.test(ray) ? ray : crypto.randomUUID();
  c.set("requestId", requestId);
  await next();
  const usual = {
    "Cache-Control": "no-store",
    "X-Request-Id": requestId,
    ...securityHeaders(c.env),
    ...robotsHeader(c.env),
  };
  c.res = new Response(c.res.body, c.res);
  for (const [name, value] of Object.entries(usual)) {
    if (!c.res.headers.has(name)) c.res.headers.set(name, value);
  }
  log(c, { status: c.res.status, ms: Date.now() - start });
});
app.use((c, next) => inLanguage(languageAskedFor(c), next));
app.use(withoutSlash, knownRoutesOnly, onlyUnlessFlooding);
app.use("/api/*", ...guardWrites);
app.route("/api", api);
app.route("/media", images);
app.route("/", pages);

const knownRoutes = app.routes
  .filter(({ method }) => method !== "ALL")
  .map(({ path, method }) => ({
    path: new RegExp(`^${path.replace(/:[^/]+/g, "[^/]+").replace("*", ".*")}$`),
    method,
  }));

app.notFound(async (c) => {
  if (c.req.path.startsWith("/api/")) return refuse(c, 404, t`There is nothing at this address`);
  const page = await c.env.ASSETS.fetch(new URL(addressOf("/404"), c.req.url));
  const headers = new Headers(page.headers);
  // A missing file, such as a script while a new version is being published, may be there a moment later.
  headers.set("Cache-Control", "no-store");
  return new Response(page.body, { status: 404, headers });
});
app.onError((error, c) => {
  // Drizzle's own message quotes the values of the query; its cause names tables and columns only.
  const cause = error.cause instanceof Error ? error.cause : error;
  const limited = refusalOverLimit(c, cause);
  if (limited) return limited;
  if (error instanceof Busy) return refuse(c, 409, t`Others are changing this at the same moment. Please try again.`);
  log(c, { name: cause.name, message: cause.message });
  c.header("Retry-After", RETRY_AFTER_SECONDS);
  return refuse(c, 503, t`Something went wrong on our side. Please try again in a moment.`);
});

/** A page's language is in its address, an API call's comes first in Accept-Language. English unless Spanish. */
function languageAskedFor(c: Context): Language {
  if (!c.req.path.startsWith("/api/")) return languageOf(c.req.path);
  return /^\s*es\b/i.test(c.req.header("accept-language") ?? "") ? "es" : "en";
}

/** Logs a JSON line. It has the route's pattern, never the path, which may contain a reference. */
function log(c: Context<SiteEnv>, facts: { status: number; ms: number } | { name: string; message: string }) {
  const level = "status" in facts && facts.status < 500 ? "info" : "error";
  const request = { requestId: c.get("requestId"), method: c.req.method, route: routePath(c) };
  const line = JSON.stringify({ level, ...request, ...facts });
  if (level === "error") console.error(line);
  else console.log(line);
}

/** Redirects to the address without a slash at the end, always on this site: `//example.com/` would be another one. */
async function withoutSlash(c: Context, next: Next) {
  const { pathname, search } = new URL(c.req.url);
  if (pathname === "/" || !pathname.endsWith("/") || pathname.startsWith("/api/")) return next();
  return c.redirect(`/${pathname.replace(/^\/+|(?<!\/)\/+$/g, "")}${search}`, 308);
}

/** 404 for an unknown address. 405 for a known one with the wrong method, with a list of the right ones. */
async function knownRoutesOnly(c: Context, next: Next) {
  const methods = [...new Set(knownRoutes.filter(({ path }) => path.test(c.req.path)).map(({ method }) => method))];
  if (methods.length === 0) return c.notFound();
  if (methods.includes(c.req.method === "HEAD" ? "GET" : c.req.method)) return next();
  c.header("Allow", methods.join(", "));
  return refuse(c, 405, t`Use ${{ methods: methods.join(" or ") }} here`);
}

/** What strangers read of the blog, behind the edge's cache (worker/http/edge-cache.ts). Its copies can be purged only from here. */
export class CachedPages extends WorkerEntrypoint<Env> implements CachedEntrypoint {
  override async fetch(request: Request) {
    return app.fetch(request, this.env, this.ctx);
  }

  async purge(tags: string[]) {
    // Locally there is no such cache.
    return (await this.ctx.cache?.purge({ tags }))?.success !== false;
  }
}

export default {
  fetch: (request: Request, env, context) => {
    const cacheable = toHandOn(request);
    const cachedPages = cachedPagesOf(context);
    return cacheable && cachedPages ? cachedPages.fetch(cacheable) : app.fetch(request, env, context);
  },
  email: (message, env, context) => hearMail(message, settled(env), context),
  queue: async (batch, bindings) => {
    const env = settled(bindings);
    await (bringsEvents(batch.queue) ? hear(batch, env) : consume(batch, env));
    // If the database does not answer, the sweep of the next minute reports it.
    await watch(env).catch(() => undefined);
  },
  scheduled: (_, env, context?: object) => runJobs(settled(env), context),
} satisfies ExportedHandler<Env>;
