/** What the bytes of a picture say about themselves. */
export interface ImageFacts {
  type: string;
  extension: string;
  width: number;
  height: number;
  /** EXIF, XMP or a comment: where, when or with what it was taken. Colour profiles do not count. */
  hasMetadata: boolean;
}

/** Reads a JPEG, PNG, WebP or AVIF by its bytes, whatever it is called; undefined for everything else and for broken ones. */
export function inspectImage(bytes: Uint8Array): ImageFacts | undefined {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return jpeg(view) ?? png(view) ?? webp(view) ?? avif(view);
  } catch {
    // A length points beyond the end: a broken file.
    return undefined;
  }
}

function jpeg(view: DataView): ImageFacts | undefined {
  if (view.getUint16(0) !== 0xffd8) return;
  let hasMetadata = false;
  for (let at = 2; ; ) {
    if (view.getUint8(at) !== 0xff) return;
    const marker = view.getUint8(at + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) {
      const size = { width: view.getUint16(at + 7), height: view.getUint16(at + 5) };
      return sized({ type: "image/jpeg", extension: "jpg", ...size, hasMetadata });
    }
    // APP1 is EXIF and XMP, APP13 Photoshop's, COM a comment.
    if ([0xe1, 0xed, 0xfe].includes(marker)) hasMetadata = true;
    if (marker === 0xda) return;
    at += 2 + view.getUint16(at + 2);
  }
}

function png(view: DataView): ImageFacts | undefined {
  if (view.getUint32(0) !== 0x89504e47 || view.getUint32(4) !== 0x0d0a1a0a || text(view, 12, 4) !== "IHDR") return;
  const chunks: string[] = [];
  for (let at = 8; at < view.byteLength; at += 12 + view.getUint32(at)) chunks.push(text(view, at + 4, 4));
  const hasMetadata = chunks.some((chunk) => ["eXIf", "tEXt", "iTXt", "zTXt", "tIME"].includes(chunk));
  return sized({
    type: "image/png",
    extension: "png",
    width: view.getUint32(16),
    height: view.getUint32(20),
    hasMetadata,
  });
}

function webp(view: DataView): ImageFacts | undefined {
  if (text(view, 0, 4) !== "RIFF" || text(view, 8, 4) !== "WEBP") return;
  const chunks: string[] = [];
  for (let at = 12; at + 8 <= view.byteLength; ) {
    chunks.push(text(view, at, 4));
    const length = view.getUint32(at + 4, true);
    at += 8 + length + (length % 2);
  }
  const hasMetadata = chunks.includes("EXIF") || chunks.includes("XMP ");
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

/** AVIF keeps its size in an `ispe` box and names EXIF and XMP items by type, all within its `meta` box. */
function avif(view: DataView): ImageFacts | undefined {
  if (text(view, 4, 4) !== "ftyp") return;
  const brands = text(view, 8, view.getUint32(0) - 8);
  if (!brands.includes("avif")) return;
  const meta = boxAt(view, "meta");
  if (!meta) return;
  const content = text(view, meta.start, meta.length);
  const size = content.indexOf("ispe");
  if (size < 0) return;
  const at = meta.start + size + 8;
  const hasMetadata = content.includes("Exif") || content.includes("application/rdf+xml");
  return sized({
    type: "image/avif",
    extension: "avif",
    width: view.getUint32(at),
    height: view.getUint32(at + 4),
    hasMetadata,
  });
}

function boxAt(view: DataView, name: string) {
  for (let at = 0; at + 8 <= view.byteLength; ) {
    const length = view.getUint32(at);
    if (text(view, at + 4, 4) === name) return { start: at, length };
    if (length < 8) return;
    at += length;
  }
}

function sized(facts: ImageFacts) {
  return facts.width > 0 && facts.height > 0 ? facts : undefined;
}

function text(view: DataView, at: number, length: number) {
  return String.fromCharCode(...new Uint8Array(view.buffer, view.byteOffset + at, length));
}
