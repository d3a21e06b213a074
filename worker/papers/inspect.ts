import { Buffer } from "node:buffer";
import { inflateSync } from "node:zlib";
import { type FileRefusal, kindOf, MOST_PAGES, type PaperType } from "../../db/model/papers/paper-file.ts";
import { type ImageFacts, inspectImage } from "../blog/image.ts";

/** Larger pictures may be more than the browser at the desk can draw. */
const MOST_MEGAPIXELS = 50;
/** What the lists of objects in a PDF may hold, unpacked. */
const MOST_UNPACKED = 32 * 1024 * 1024;

interface Inspected {
  type: PaperType;
  pages: number | null;
  bytes: Uint8Array<ArrayBuffer>;
}

/** What a file is by its bytes, and those of them that we keep: a photo without its notes of place and time, but upright. */
export function inspect(bytes: Uint8Array<ArrayBuffer>): Inspected | { refused: FileRefusal } {
  switch (kindOf(bytes)) {
    case "pdf":
      return inspectPdf(bytes);
    case "jpeg":
    case "png":
      return inspectPhoto(bytes);
    case "heic":
      return { refused: "heic" };
    case null:
      return { refused: "unknown" };
  }
}

function inspectPhoto(bytes: Uint8Array<ArrayBuffer>) {
  const image = inspectImage(bytes);
  if (!image?.kept) return { refused: "damaged" } as const;
  if (image.width * image.height > MOST_MEGAPIXELS * 1_000_000) return { refused: "tooLarge" } as const;
  const [head = new Uint8Array(), ...rest] = image.kept.map(([from, to]) => bytes.subarray(from, to));
  const type = image.type as PaperType;
  return { type, pages: null, bytes: joined([head, orientationIn(bytes, image), ...rest]) };
}

/** A segment of EXIF that says only how a JPEG is turned; empty if it is upright. */
function orientationIn(bytes: Uint8Array, { type }: ImageFacts) {
  const start = type === "image/jpeg" ? latin1(bytes.subarray(0, 0x20000)).indexOf("Exif\0\0") : -1;
  if (start < 0) return new Uint8Array();
  const tiff = new DataView(bytes.buffer, bytes.byteOffset + start + 6, Math.min(0x10000, bytes.length - start - 6));
  try {
    const isLittle = tiff.getUint16(0) === 0x4949;
    const entries = tiff.getUint32(4, isLittle);
    for (let index = 0; index < tiff.getUint16(entries, isLittle); index++) {
      const at = entries + 2 + 12 * index;
      const turned = tiff.getUint16(at + 8, isLittle);
      if (tiff.getUint16(at, isLittle) === 0x112 && turned > 1 && turned <= 8) return exif(turned);
    }
  } catch {
    // It points beyond its end, so it says nothing.
  }
  return new Uint8Array();
}

function exif(turned: number) {
  const entry = [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, turned, 0, 0];
  const tiff = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8, 0, 1, ...entry, 0, 0, 0, 0];
  const body = [0x45, 0x78, 0x69, 0x66, 0, 0, ...tiff];
  return new Uint8Array([0xff, 0xe1, 0, body.length + 2, ...body]);
}

/** A PDF is kept as it is. It must end where it says, since what follows could be something else. */
function inspectPdf(bytes: Uint8Array<ArrayBuffer>): Inspected | { refused: FileRefusal } {
  const text = latin1(bytes);
  if (/\/Encrypt\s*(\d+\s+\d+\s+R|<<)/.test(text)) return { refused: "locked" };
  const end = text.lastIndexOf("%%EOF");
  if (end < 0 || /[^\s\0]/.test(text.slice(end + 5))) return { refused: "damaged" };
  const pages = countPages(text) + countPages(packedObjects(text, bytes));
  if (pages === 0) return { refused: "damaged" };
  if (pages > MOST_PAGES) return { refused: "tooManyPages" };
  return { type: "application/pdf", pages, bytes };
}

function countPages(text: string) {
  return text.match(/\/Type\s*\/Page(?![\w])/g)?.length ?? 0;
}

/** The objects of a PDF that newer programs compress. */
function packedObjects(text: string, bytes: Uint8Array) {
  let unpacked = "";
  for (let at = text.indexOf("/ObjStm"); at >= 0; ) {
    const stream = text.indexOf("stream", at);
    const end = text.indexOf("endstream", stream);
    if (stream < 0 || end < 0) break;
    const start = stream + "stream".length + (text[stream + 6] === "\r" ? 2 : 1);
    unpacked += inflated(bytes.subarray(start, end), MOST_UNPACKED - unpacked.length);
    at = text.indexOf("/ObjStm", end);
  }
  return unpacked;
}

/** The end of a line may follow the data. What is broken, or too much, says nothing. */
function inflated(bytes: Uint8Array, most: number) {
  try {
    return latin1(inflateSync(bytes, { maxOutputLength: most }));
  } catch {
    return "";
  }
}

/** Each byte as a character. */
function latin1({ buffer, byteOffset, byteLength }: Uint8Array) {
  return Buffer.from(buffer, byteOffset, byteLength).toString("latin1");
}

function joined(parts: Uint8Array[]) {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
