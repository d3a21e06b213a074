import { expect, test } from "vitest";
import { call } from "./call.ts";
import { freshDatabase } from "./database.ts";
import { signedIn } from "./staff.ts";

freshDatabase();

const WIDTH = 4;
const HEIGHT = 2;
const MEBIBYTE = 1024 * 1024;

test("strangers cannot store pictures", async () => {
  expect((await upload(png(), {})).status).toBe(401);
});

const pictures: [type: string, bytes: Uint8Array, extension: string][] = [
  ["image/jpeg", jpeg(), "jpg"],
  ["image/png", png(), "png"],
  ["image/webp", webp(), "webp"],
  ["image/avif", avif(), "avif"],
];
for (const [type, bytes, extension] of pictures) {
  test(`an ${type} is known by its bytes, whatever it is called, and served as that for ever`, async () => {
    const response = await upload(bytes, (await signedIn()).headers, "picture.txt", "text/html");
    expect(response.status).toBe(201);
    const stored = await response.json<{ url: string }>();
    expect(stored).toMatchObject({ ok: true, success: true, width: WIDTH, height: HEIGHT });
    expect(stored.url).toMatch(new RegExp(`^/media/[\\w-]{36}\\.${extension}$`));

    const { status, headers, ...served } = await read(stored.url);
    expect(status).toBe(200);
    expect(headers.get("content-type")).toBe(type);
    expect(headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(headers.get("content-security-policy")).toBe("default-src 'none'; sandbox");
    expect(headers.get("cross-origin-resource-policy")).toBe("cross-origin");
    expect(served.bytes).toEqual(bytes);
  });
}

const refused: [name: string, bytes: Uint8Array, status: number][] = [
  ["an SVG", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
  ["a page", text("<!doctype html><script>alert(1)</script>"), 415],
  ["a GIF", text("GIF89a\u0004\0\u0002\0\0\0\0"), 415],
  ["nothing at all", new Uint8Array(), 415],
  ["a JPEG cut short", jpeg().slice(0, 8), 415],
  ["a JPEG with EXIF", jpeg([0xff, 0xe1, 0, 8, ...text("Exif\0\0")]), 400],
  ["a JPEG with a comment", jpeg([0xff, 0xfe, 0, 4, 0x68, 0x69]), 400],
  ["a PNG with text", png(chunk("tEXt", text("Comment\0Austin"))), 400],
  ["a PNG with EXIF", png(chunk("eXIf", text("MM"))), 400],
  ["a PNG with text after the picture", join(png(chunk("IDAT", [0])), chunk("tEXt", text("Comment\0Austin"))), 400],
  ["a WebP with EXIF", webp("EXIF"), 400],
  ["a WebP with XMP", webp("XMP "), 400],
  ["an AVIF with EXIF", avif("Exif"), 400],
  ["a picture of 25 megapixels", png([], 5000, 5000), 400],
  ["a picture without width", png([], 0, 5000), 415],
  ["a picture of 5 MiB and a byte", join(png(), new Uint8Array(5 * MEBIBYTE + 1 - png().length)), 413],
  ["a picture of 7 MiB", join(png(), new Uint8Array(7 * MEBIBYTE)), 413],
];
for (const [name, bytes, status] of refused) {
  test(`${name} is ${status}`, async () => {
    const response = await upload(bytes, (await signedIn()).headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, success: false, error: expect.stringMatching(/^[A-Z]/) });
  });
}

test("a form without a file is 400, another media type 415", async () => {
  const headers = (await signedIn()).headers;
  const form = new FormData();
  form.set("file", "just words");
  expect((await call("/api/media", { method: "POST", headers, body: form })).status).toBe(400);
  const json = { ...headers, "content-type": "application/json" };
  expect((await call("/api/media", { method: "POST", headers: json, body: "{}" })).status).toBe(415);
});

test("a picture that is not there is 404", async () => {
  for (const path of ["/media/none.png", "/media/..%2fsecret"]) expect((await read(path)).status).toBe(404);
});

function upload(bytes: Uint8Array, headers: Record<string, string>, name = "picture.png", type = "image/png") {
  const form = new FormData();
  form.set("file", new File([bytes], name, { type }));
  return call("/api/media", { method: "POST", headers, body: form });
}

async function read(path: string) {
  const response = await call(path);
  return {
    status: response.status,
    headers: response.headers,
    bytes: new Uint8Array(await response.arrayBuffer()),
  };
}

function jpeg(segment: number[] = []) {
  const frame = [0xff, 0xc0, 0, 11, 8, ...uint16(HEIGHT), ...uint16(WIDTH), 1, 1, 0x11, 0];
  return Uint8Array.from([0xff, 0xd8, ...segment, ...frame, 0xff, 0xda, 0, 2, 0xff, 0xd9]);
}

function png(more: ArrayLike<number> = [], width = WIDTH, height = HEIGHT) {
  const signature = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a];
  return join(signature, chunk("IHDR", [...uint32(width), ...uint32(height), 8, 2, 0, 0, 0]), more);
}

function chunk(type: string, data: ArrayLike<number>) {
  return join(uint32(data.length), text(type), data, [0, 0, 0, 0]);
}

function webp(metadata?: "EXIF" | "XMP ") {
  const size = [WIDTH - 1, 0, 0, HEIGHT - 1, 0, 0];
  const chunks = join(
    text("WEBPVP8X"),
    [10, 0, 0, 0],
    [0, 0, 0, 0],
    size,
    metadata ? [...text(metadata), 2, 0, 0, 0, 1, 1] : [],
  );
  return join(text("RIFF"), [chunks.length, 0, 0, 0], chunks);
}

function avif(item = "") {
  const size = join(uint32(20), text("ispe"), uint32(0), uint32(WIDTH), uint32(HEIGHT));
  return join(box("ftyp", text("avif\0\0\0\0avifmif1")), box("meta", join(uint32(0), text(item), size)));
}

function box(name: string, content: Uint8Array) {
  return join(uint32(content.length + 8), text(name), content);
}

function join(...parts: ArrayLike<number>[]) {
  const joined = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
}

function text(characters: string) {
  return new TextEncoder().encode(characters);
}

function uint16(number: number) {
  return [number >> 8, number & 0xff];
}

function uint32(number: number) {
  return [...uint16(number >>> 16), ...uint16(number & 0xffff)];
}
