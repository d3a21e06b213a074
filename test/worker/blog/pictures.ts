/** Pictures of a few bytes, by the parts that a test wants in them. */

export const WIDTH = 4;
export const HEIGHT = 2;
/** Parts of a JPEG: its usual header, and the start of compressed data. */
export const JFIF = segment(0xe0, "JFIF\0\u0001\u0001\0\0\u0001\0\u0001\0\0");
export const SCAN = [0xff, 0xda, 0, 2];

export function jpeg(before: number[] = [], after: number[] = []) {
  const frame = [0xff, 0xc0, 0, 11, 8, ...uint16(HEIGHT), ...uint16(WIDTH), 1, 1, 0x11, 0];
  return Uint8Array.from([0xff, 0xd8, ...before, ...frame, ...after, ...SCAN, 0xff, 0xd9]);
}

export function segment(marker: number, content: string) {
  return [0xff, marker, ...uint16(content.length + 2), ...text(content)];
}

export function png(more: ArrayLike<number> = [], width = WIDTH, height = HEIGHT) {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  const header = chunk("IHDR", [...uint32(width), ...uint32(height), 8, 2, 0, 0, 0]);
  return join(signature, header, more, chunk("IEND", []));
}

export function chunk(type: string, data: ArrayLike<number>) {
  return join(uint32(data.length), text(type), data, [0, 0, 0, 0]);
}

export function join(...parts: ArrayLike<number>[]) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

export function text(characters: string) {
  return new TextEncoder().encode(characters);
}

export function uint16(number: number) {
  return [number >> 8, number & 0xff];
}

export function uint32(number: number) {
  return [...uint16(number >>> 16), ...uint16(number & 0xffff)];
}
