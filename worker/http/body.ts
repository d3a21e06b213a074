import { zValidator } from "@hono/zod-validator";
import type { Context, MiddlewareHandler, Next } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { ClientErrorStatusCode, ServerErrorStatusCode } from "hono/utils/http-status";
import type * as z from "zod/v4/core";
import { MOST_FILE_BYTES } from "../../db/model/papers/paper-file.ts";
import type { Refusal } from "../../db/model/site/refusal.ts";
import { messagesByField } from "../../db/model/text.ts";
import { t } from "../../db/model/words.ts";

const KIBIBYTE = 1024;
const DEFAULT_MAX_BYTES = 16 * KIBIBYTE;
/** Routes with another size limit for bodies. An image's 5 MiB come inside a small form. */
const MAX_BYTES: Record<string, number> = {
  "/api/session": 2 * KIBIBYTE,
  "/api/blog": 256 * KIBIBYTE,
  "/api/desk/import": 512 * KIBIBYTE,
  "/api/media": (5 * KIBIBYTE + 16) * KIBIBYTE,
};
/** The only route that takes a form with a file instead of JSON. */
const MULTIPART_ROUTE = "/api/media";
/** The only one that takes bytes: a file of a paper. */
const FILE_ROUTE = /^\/api\/applications\/[^/]+\/papers\/[^/]+\/file$/;

/** Every refusal of the API has this form. */
export function refuse(
  c: Context,
  status: ClientErrorStatusCode | ServerErrorStatusCode,
  error: string,
  fields?: Record<string, string>,
) {
  return c.json({ ok: false, success: false, error, ...(fields && { fields }) } satisfies Refusal, status);
}

/** The checks of every write before its route: same site (403), media type (415), size (413), valid JSON (400). */
export const guardWrites: MiddlewareHandler[] = [onlyOwnSite, onlyMediaType, onlyUpToLimit, onlyValidJson];

/**
 * Validates a JSON body, which `c.req.valid("json")` then returns. Invalid: 400 with a message for each bad field, and
 * the first of these as `error`.
 */
export function body<Schema extends z.$ZodType>(schema: Schema) {
  return zValidator("json", schema, (result, c) => {
    if (result.success) return;
    const { "": whole, ...fields } = messagesByField(schema, result.error as z.$ZodError);
    const first = Object.values(fields)[0] ?? t`The body must be a JSON object`;
    return refuse(c, 400, whole ? t`The body must be a JSON object` : first, fields);
  });
}

/** Browsers say where a request comes from. Other clients send neither header and pass. */
async function onlyOwnSite(c: Context, next: Next) {
  if (isRead(c)) return next();
  const site = c.req.header("sec-fetch-site");
  const origin = c.req.header("origin");
  const isOwn = site ? site === "same-origin" || site === "none" : !origin || origin === new URL(c.req.url).origin;
  return isOwn ? next() : refuse(c, 403, t`This request came from another website`);
}

async function onlyMediaType(c: Context, next: Next) {
  if (isRead(c) || !hasBody(c)) return next();
  const wanted = mediaTypeFor(c);
  const mediaType = c.req.header("content-type")?.split(";")[0]?.trim().toLowerCase();
  return mediaType === wanted ? next() : refuse(c, 415, t`Please send ${wanted}`);
}

async function onlyUpToLimit(c: Context, next: Next) {
  const route = Object.keys(MAX_BYTES).find((path) => c.req.path === path || c.req.path.startsWith(`${path}/`));
  const maxSize = FILE_ROUTE.test(c.req.path) ? MOST_FILE_BYTES : (route && MAX_BYTES[route]) || DEFAULT_MAX_BYTES;
  const onError = () => refuse(c, 413, t`Please send at most ${{ size: Math.floor(maxSize / KIBIBYTE) }} KB`);
  return bodyLimit({ maxSize, onError })(c, next);
}

async function onlyValidJson(c: Context, next: Next) {
  if (isRead(c) || !hasBody(c) || mediaTypeFor(c) !== "application/json") return next();
  try {
    JSON.parse(new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(await c.req.arrayBuffer()));
  } catch {
    return refuse(c, 400, t`The body is not valid JSON`);
  }
  return next();
}

function mediaTypeFor({ req: { path } }: Context) {
  if (path === MULTIPART_ROUTE) return "multipart/form-data";
  return FILE_ROUTE.test(path) ? "application/octet-stream" : "application/json";
}

function isRead(c: Context) {
  return c.req.method === "GET" || c.req.method === "HEAD";
}

/** A DELETE needs no body, because its address says everything. */
function hasBody(c: Context) {
  return c.req.method !== "DELETE";
}
