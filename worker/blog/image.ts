/** Facts about an image, read from its bytes. */
export interface ImageFacts {
  type: string;
  extension: string;
  width: number;
  height: number;
  /** EXIF, XMP, comments, color profiles, unknown parts or extra bytes, which may say where or when it was taken. */
  hasMetadata: boolean;
}

/** Reads a JPEG, PNG, WebP or AVIF by its bytes, not its name; undefined for other or broken files. */
export function inspectImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return jpeg(view) ?? png(view) ?? webp(view) ?? avif(view);
  } catch {
    // The file is broken: a length in it points beyond its end.
    return undefined;
  }
}

function jpeg(view: DataView): ImageFacts | undefined {
  if (view.getUint16(0) !== 0xffd8) return;
  let size: { width: number; height: number } | undefined;
  /** Bytes of what shows the picture. */
  let kept = 2;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return;
    const start = at;
    const marker = view.getUint8(at + 1);
    if (marker === 0xd9) {
      const hasMetadata = kept + 2 < view.byteLength;
      return size && sized({ type: "image/jpeg", extension: "jpg", ...size, hasMetadata });
    }
    const length = view.getUint16(at + 2);
    if (length < 2) return;
    if (isJpegFrame(marker)) size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
    const isShown = isJpegFrame(marker) || isJpegCoding(marker) || isJpegColour(view, at);
    at += 2 + length;
    if (marker === 0xda) at = endOfScan(view, at);
    if (isShown) kept += at - start;
  }
}

function isJpegFrame(marker: number) {
  return marker >= 0xc0 && marker <= 0xcf && marker !== 0xc8 && !isJpegCoding(marker);
}

/** Huffman and arithmetic tables, scans, quantization tables, the number of lines, restart intervals. */
function isJpegCoding(marker: number) {
  return [0xc4, 0xcc, 0xda, 0xdb, 0xdc, 0xdd].includes(marker);
}

/** The JFIF header without a thumbnail, and Adobe's note of the color coding. */
function isJpegColour(view: DataView, at: number) {
  const name = (length: number) => text(view, at + 4, length);
  switch (view.getUint16(at)) {
    case 0xffe0:
      return name(5) === "JFIF\0" && view.getUint16(at + 2) === 16;
    case 0xffee:
      return name(5) === "Adobe" && view.getUint16(at + 2) === 14;
  }
  return false;
}

/** The first marker after compressed data, where 0xff appears only before 0 or a restart marker. */
function endOfScan(view: DataView, start: number) {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength);
  for (let at = bytes.indexOf(0xff, start); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = view.getUint8(at + 1);
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  throw new RangeError("The image has no end");
}

/** PNG chunks that affect how the image looks, with their largest useful size in bytes. */
const PNG_CHUNKS: Record<string, number> = {
  IHDR: 13,
  PLTE: 768,
  IDAT: Number.POSITIVE_INFINITY,
  IEND: 0,
  tRNS: 256,
  gAMA: 4,
  cHRM: 32,
  sRGB: 1,
  sBIT: 4,
  pHYs: 9,
  bKGD: 6,
  cICP: 4,
};

function png(view: DataView): ImageFacts | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || text(view, 12, 4) !== "IHDR") return;
  const chunks: string[] = [];
  let kept = 8;
  let at = 8;
  while (chunks.at(-1) !== "IEND") {
    const [length, name] = [view.getUint32(at), text(view, at + 4, 4)];
    const isShown = length <= (PNG_CHUNKS[name] ?? -1) && (name === "IDAT" || !chunks.includes(name));
    chunks.push(name);
    if (isShown) kept += 12 + length;
    at += 12 + length;
  }
  if (at > view.byteLength) return;
  return sized({
    type: "image/png",
    extension: "png",
    width: view.getUint32(16),
    height: view.getUint32(20),
    hasMetadata: kept < view.byteLength,
  });
}

/** Chunks of a still WebP. */
const WEBP_CHUNKS = ["VP8 ", "VP8L", "VP8X", "ALPH"];

function webp(view: DataView): ImageFacts | undefined {
  if (text(view, 0, 4) !== "RIFF" || text(view, 8, 4) !== "WEBP") return;
  const end = 8 + view.getUint32(4, true);
  const chunks: string[] = [];
  let at = 12;
  while (at < end) {
    chunks.push(text(view, at, 4));
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  if (at !== end || end > view.byteLength) return;
  const isUnknown = chunks.some((chunk, index) => !WEBP_CHUNKS.includes(chunk) || chunks.includes(chunk, index + 1));
  const hasMetadata = end < view.byteLength || isUnknown;
  return sized({ type: "image/webp", extension: "webp", ...webpSize(view, chunks[0]), hasMetadata });
}

function webpSize(view: DataView, firstChunk: string | undefined) {
  const uint24 = (at: number) => view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
  switch (firstChunk) {
    case "VP8X":
      return { width: uint24(24) + 1, height: uint24(27) + 1 };
    case "VP8L": {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
    }
    case "VP8 ":
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    default:
      return { width: 0, height: 0 };
  }
}

/** The `meta` box of an AVIF has sizes in `ispe` boxes, and lists its parts: images, EXIF and XMP. */
function avif(view: DataView): ImageFacts | undefined {
  const [ftyp, ...others] = boxes(view, 0, view.byteLength);
  if (ftyp?.name !== "ftyp" || !text(view, ftyp.start, ftyp.end - ftyp.start).includes("avif")) return;
  const meta = others.find(({ name }) => name === "meta");
  if (!meta) return;
  // Version and flags come before its contents.
  const inside = boxes(view, meta.start + 4, meta.end);
  const within = (name: string, parents: Box[]) =>
    parents.filter((box) => box.name === name).flatMap(({ start, end }) => boxes(view, start, end));
  const properties = within("ipco", within("iprp", inside));
  // The image may be assembled from smaller ones, whose sizes are listed here, too.
  const size = properties
    .filter(({ name }) => name === "ispe")
    .map(({ start }) => ({ width: view.getUint32(start + 4), height: view.getUint32(start + 8) }))
    .reduce((one, other) => (other.width * other.height > one.width * one.height ? other : one), NO_SIZE);
  const hasMetadata =
    others.some(({ name }) => name !== "meta" && name !== "mdat") ||
    inside.some(({ name }) => !AVIF_BOXES.includes(name)) ||
    properties.some(
      ({ name, start }) => !AVIF_PROPERTIES.includes(name) || (name === "colr" && text(view, start, 4) !== "nclx"),
    ) ||
    partsOf(view, inside).some((part) => !AVIF_PARTS.includes(part));
  return sized({ type: "image/avif", extension: "avif", ...size, hasMetadata });
}

const NO_SIZE = { width: 0, height: 0 };
const AVIF_BOXES = ["hdlr", "pitm", "iloc", "iinf", "iref", "iprp", "idat", "dinf"];
/** Size, colors (by numbers, not a profile), transparency, rotation and cropping, coding, brightness. */
const AVIF_PROPERTIES = "ispe pixi colr auxC irot imir pasp clap av1C a1op a1lx lsel clli mdcv cclv".split(" ");
/** An image, and a grid of images. */
const AVIF_PARTS = ["av01", "grid"];

/** The types of the parts in `iinf`: each `infe` has version and flags, a number, a protection, and its type. */
function partsOf(view: DataView, inside: Box[]) {
  return inside
    .filter(({ name }) => name === "iinf")
    .flatMap(({ start, end }) => boxes(view, start + (view.getUint8(start) === 0 ? 6 : 8), end))
    .map(({ start }) => text(view, start + (view.getUint8(start) === 3 ? 10 : 8), 4));
}

interface Box {
  name: string;
  start: number;
  end: number;
}

/** The boxes that fill this range. The last box of a file may leave its length open. */
function boxes(view: DataView, from: number, to: number) {
  const found: Box[] = [];
  for (let at = from; at < to; ) {
    const length = view.getUint32(at) || view.byteLength - at;
    if (length < 8 || at + length > to) throw new RangeError("A box does not fit");
    found.push({ name: text(view, at + 4, 4), start: at + 8, end: at + length });
    at += length;
  }
  return found;
}

function sized(facts: ImageFacts) {
  return facts.width > 0 && facts.height > 0 ? facts : undefined;
}

function text(view: DataView, at: number, length: number) {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}
