import { Hono } from "hono";
import { IMAGE_WIDTHS, sizedName } from "../../db/model/blog/image-sizes.ts";
import { type ImageFacts, inspectImage } from "../blog/image.ts";
import type { Env } from "../env.ts";
import { refuse } from "../http/body.ts";
import { keepImageAtEdge, withEtag } from "../http/edge-cache.ts";
import { authorsOnly } from "../staff/authoring.ts";

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024;
const MAX_MEGAPIXELS = 24;

/**
 * /api/media: an author's image as multipart `file`, with narrower copies `w640`, `w1280` (IMAGE_WIDTHS), all or none,
 * 5 MB in all. Returns its /media/ path, width and height.
 */
export const media = new Hono<{ Bindings: Env }>().post("/", authorsOnly, async (c) => {
  const form: Record<string, unknown> = await c.req.parseBody().catch(() => ({}));
  const { file } = form;
  if (!(file instanceof File)) return refuse(c, 400, "Choose an image to upload");
  if (file.size > MAX_IMAGE_BYTES) return refuse(c, 413, "Please choose an image of at most 5 MB");
  const bytes = new Uint8Array(await file.arrayBuffer());
  const image = inspectImage(bytes);
  if (!image) return refuse(c, 415, "Please choose a JPEG, PNG, WebP or AVIF image");
  if (image.hasMetadata) return refuse(c, 400, "This image still carries metadata, such as where it was taken");
  if (image.width * image.height > MAX_MEGAPIXELS * 1_000_000) {
    return refuse(c, 400, `Please choose an image of at most ${MAX_MEGAPIXELS} megapixels`);
  }
  const narrower = await sizesIn(form, image);
  if (!narrower) return refuse(c, 400, "The smaller sizes are not of the same image");
  const id = crypto.randomUUID();
  const nameOf = (width: number) => sizedName(id, width, image.extension);
  const key = narrower.length > 0 ? nameOf(image.width) : `${id}.${image.extension}`;
  const httpMetadata = { contentType: image.type };
  await Promise.all([
    c.env.MEDIA.put(key, bytes, { httpMetadata }),
    ...narrower.map(({ width, bytes }) => c.env.MEDIA.put(nameOf(width), bytes, { httpMetadata })),
  ]);
  return c.json({ ok: true, success: true, url: `/media/${key}`, width: image.width, height: image.height }, 201);
});

/** The narrower copies of an image; null if one is missing or is not what its name says. */
async function sizesIn(form: Record<string, unknown>, image: ImageFacts) {
  const widths = IMAGE_WIDTHS.filter((width) => width < image.width);
  if (!IMAGE_WIDTHS.some((width) => form[`w${width}`])) return [];
  const sizes: { width: number; bytes: Uint8Array }[] = [];
  for (const width of widths) {
    const file = form[`w${width}`];
    if (!(file instanceof File)) return null;
    const bytes = new Uint8Array(await file.arrayBuffer());
    const size = inspectImage(bytes);
    const height = (image.height * width) / image.width;
    const isSame = size?.type === image.type && size.width === width && Math.abs(size.height - height) <= 1;
    if (!isSame || size.hasMetadata) return null;
    sizes.push({ width, bytes });
  }
  return sizes;
}

/** R2 throws if it is asked for a key that it could not store. */
const KEY = /^[\w.-]{1,200}$/;

/** /media/…: stored images, for everybody, until the last post with them is purged (worker/operations/retention.ts). */
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
