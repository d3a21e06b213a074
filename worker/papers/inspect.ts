import { Buffer } from "node:buffer";
import { type FileRefusal, kindOf, type PaperType, pdfStartsAt } from "../../db/model/papers/paper-file.ts";
import { type ImageFacts, inspectImage } from "../blog/image.ts";

/** Larger pictures may be more than the browser at the desk can draw. */
const MOST_MEGAPIXELS = 50;
/** How far from its end a PDF says that it ends. */
const PDF_END_BYTES = 1024;

interface Inspected {
  type: PaperType;
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
  return { type, bytes: joined([head, orientationIn(bytes, image), ...rest]) };
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

/**
 * From the first byte of a PDF to its end, without what stands around it, which could be something else. It is not read: whether it
 * opens is seen at the desk.
 */
function inspectPdf(bytes: Uint8Array<ArrayBuffer>): Inspected | { refused: FileRefusal } {
  const last = bytes.findLastIndex((byte) => byte !== 0 && byte !== 0x20 && (byte < 0x09 || byte > 0x0d));
  const from = Math.max(0, last + 1 - PDF_END_BYTES);
  const end = [...latin1(bytes.subarray(from, last + 1)).matchAll(/%%EOF|startxref\s+\d+/g)].at(-1);
  if (!end) return { refused: "damaged" };
  const to = from + end.index + end[0].length;
  return { type: "application/pdf", bytes: bytes.subarray(pdfStartsAt(bytes), to > last ? bytes.length : to) };
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
