import { IMAGE_WIDTHS } from "../../../db/model/blog/image-sizes.ts";
import { drawn, encoded, opened } from "../../picture.ts";

/** The widest hero image, for screens with two dots per pixel. */
const MAX_WIDTH = 1600;

/** An image redrawn for uploading: upright, in all widths (widest first), without metadata. Rejects other files. */
export async function redraw(file: Blob): Promise<DrawnImage[]> {
  const image = await opened(file);
  const widest = Math.min(MAX_WIDTH, image.width);
  const widths = [widest, ...IMAGE_WIDTHS.filter((width) => width < widest)];
  try {
    return await Promise.all(widths.map(async (width) => ({ width, image: await draw(image, width) })));
  } finally {
    image.close();
  }
}

export interface DrawnImage {
  width: number;
  image: Blob;
}

async function draw(image: ImageBitmap, width: number) {
  const canvas = drawn(image, width);
  const webp = await encoded(canvas, "image/webp");
  // Safari cannot write WebP and returns a PNG.
  return webp.type === "image/webp" ? plainWebp(webp) : plainJpeg(await encoded(canvas, "image/jpeg"));
}

/** The chunks that a WebP needs. Browsers add a color profile that changes nothing, and the server refuses profiles. */
const SHOWN = ["VP8X", "ALPH", "VP8 ", "VP8L"];
/** The flag of a WebP for transparency. Those for a profile, EXIF or XMP stay off. */
const ALPHA = 0x10;

async function plainWebp(webp: Blob) {
  const view = new DataView(await webp.arrayBuffer());
  const kept = [];
  for (let at = 12; at < view.byteLength; ) {
    const name = String.fromCharCode(...new Uint8Array(view.buffer, at, 4));
    const length = view.getUint32(at + 4, true);
    const end = at + 8 + length + (length % 2);
    if (name === "VP8X") view.setUint8(at + 8, view.getUint8(at + 8) & ALPHA);
    if (SHOWN.includes(name)) kept.push(view.buffer.slice(at, end));
    at = end;
  }
  view.setUint32(
    4,
    kept.reduce((size, { byteLength }) => size + byteLength, 4),
    true,
  );
  return new Blob([view.buffer.slice(0, 12), ...kept], { type: webp.type });
}

/** JPEG segments for EXIF, color profile and Photoshop's notes. Browsers add some, and the server refuses them. */
const NOTES = [0xffe1, 0xffe2, 0xffed];

async function plainJpeg(jpeg: Blob) {
  const view = new DataView(await jpeg.arrayBuffer());
  const kept = [jpeg.slice(0, 2)];
  let start = 2;
  // Segments that applications name (0xffe0 to 0xffef) come first, each with its length.
  while (view.getUint16(start) >= 0xffe0 && view.getUint16(start) <= 0xffef) {
    const end = start + 2 + view.getUint16(start + 2);
    if (!NOTES.includes(view.getUint16(start))) kept.push(jpeg.slice(start, end));
    start = end;
  }
  return new Blob([...kept, jpeg.slice(start)], { type: jpeg.type });
}
