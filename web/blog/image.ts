import { IMAGE_WIDTHS } from "../../db/model/image-sizes.ts";

/** A hero image is shown at most this wide, on a screen with two dots to a pixel. */
const MAX_WIDTH = 1600;
const QUALITY = 0.85;

/**
 * An image as it is uploaded: upright, no wider than needed, in every size that a page may want (the widest first), and
 * without the file's metadata, since it is drawn anew. Rejects what the browser cannot read as an image.
 */
export async function redraw(file: Blob): Promise<DrawnImage[]> {
  const image = await createImageBitmap(file, { imageOrientation: "from-image" });
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
  const canvas = document.createElement("canvas");
  canvas.width = width;
  canvas.height = Math.max(1, Math.round((image.height * width) / image.width));
  const context = canvas.getContext("2d") as CanvasRenderingContext2D;
  // JPEG knows no transparency.
  context.fillStyle = "white";
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = "high";
  context.drawImage(image, 0, 0, canvas.width, canvas.height);
  const webp = await encode(canvas, "image/webp");
  // Safari cannot write WebP and returns a PNG.
  return webp.type === "image/webp" ? webp : withoutNotes(await encode(canvas, "image/jpeg"));
}

/** JPEG segments with EXIF and Photoshop's notes: Safari adds some of its own, and the server accepts none. */
const NOTES = [0xffe1, 0xffed];

async function withoutNotes(jpeg: Blob) {
  const view = new DataView(await jpeg.arrayBuffer());
  const kept = [jpeg.slice(0, 2)];
  let start = 2;
  // Before the image come segments that applications name, 0xffe0 to 0xffef, each with its length.
  while (view.getUint16(start) >= 0xffe0 && view.getUint16(start) <= 0xffef) {
    const end = start + 2 + view.getUint16(start + 2);
    if (!NOTES.includes(view.getUint16(start))) kept.push(jpeg.slice(start, end));
    start = end;
  }
  return new Blob([...kept, jpeg.slice(start)], { type: jpeg.type });
}

function encode(canvas: HTMLCanvasElement, type: string) {
  return new Promise<Blob>((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("The image is too large"))), type, QUALITY);
  });
}
