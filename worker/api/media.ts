import { Hono } from "hono";
import { authorsOnly } from "../authoring.ts";
import { refuse } from "../body.ts";
import { keepImageAtEdge, withEtag } from "../edge-cache.ts";
import type { Env } from "../env.ts";
import { inspectImage } from "../image.ts";

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_MEGAPIXELS = 24;

/** /api/media: images for posts, from authors. Multipart with one `file`; answers its /media/ path, width and height. */
export const media = new Hono<{ Bindings: Env }>().post("/", authorsOnly, async (c) => {
  const file = await c.req.parseBody().then(
    (form) => form.file,
    () => undefined,
  );
  if (!(file instanceof File)) return refuse(c, 400, "Choose an image to upload");
  if (file.size > MAX_IMAGE_BYTES) return refuse(c, 413, "Please choose an image of at most 5 MB");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = inspectImage(bytes);
  if (!image) return refuse(c, 415, "Please choose a JPEG, PNG, WebP or AVIF image");
  if (image.hasMetadata) return refuse(c, 400, "This image still carries metadata, such as where it was taken");
  if (image.width * image.height > MAX_MEGAPIXELS * 1_000_000) {
    return refuse(c, 400, `Please choose an image of at most ${MAX_MEGAPIXELS} megapixels`);
  }
  const key = `${crypto.randomUUID()}.${image.extension}`;
  await c.env.MEDIA.put(key, bytes, { httpMetadata: { contentType: image.type } });
  return c.json({ ok: true, success: true, url: `/media/${key}`, width: image.width, height: image.height }, 201);
});

/** What a key may look like; R2 fails when asked for one that it cannot hold. */
const KEY = /^[\w.-]{1,200}$/;

/** /media/…: the stored images, for everybody, until the last post that shows them is purged (worker/retention.ts). */
export const images = new Hono<{ Bindings: Env }>().get("/:key", withEtag, async (c) => {
  const key = c.req.param("key");
  const stored = KEY.test(key) ? await c.env.MEDIA.get(key) : null;
  if (!stored) return c.text("There is no such image", 404);
  keepImageAtEdge(c);
  return c.body(stored.body, 200, {
    "Content-Type": stored.httpMetadata?.contentType ?? "application/octet-stream",
    "Cache-Control": "public, max-age=31536000, immutable",
    "Content-Security-Policy": "default-src 'none'; sandbox",
    "Cross-Origin-Resource-Policy": "cross-origin",
    ETag: stored.httpEtag,
  });
});
