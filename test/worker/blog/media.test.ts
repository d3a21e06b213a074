import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { srcSetOf } from "../../../db/model/blog/image-sizes.ts";
import { call } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { signedIn } from "../staff/staff.ts";
import { chunk, HEIGHT, JFIF, join, jpeg, png, SCAN, segment, text, uint16, uint32, WIDTH } from "./pictures.ts";

freshDatabase();

const MEBIBYTE = 1024 * 1024;

test("strangers cannot store images", async () => {
  expect((await upload(png(), {})).status).toBe(401);
});

const images: [type: string, bytes: Uint8Array, extension: string][] = [
  ["image/jpeg", jpeg(), "jpg"],
  ["image/png", png(), "png"],
  ["image/webp", webp(), "webp"],
  ["image/avif", avif(), "avif"],
];
for (const [type, bytes, extension] of images) {
  test(`an ${type} is known by its bytes and served as that`, async () => {
    const response = await upload(bytes, (await signedIn()).headers, {}, "image.txt", "text/html");
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

/** Segments that browsers and cameras write to show an image correctly. */
const shown: [name: string, bytes: Uint8Array][] = [
  ["a JPEG with JFIF and Adobe's colours", jpeg([...JFIF, ...segment(0xee, "Adobe\0d\0\0\0\0\u0001")])],
  [
    "a JPEG of several scans and restarts",
    jpeg([], [...segment(0xc4, "x"), ...SCAN, 1, 0xff, 0, 0xff, 0xd0, 2, ...SCAN]),
  ],
  [
    "a PNG with colours, density and transparency",
    png(join(...["sRGB", "gAMA", "cHRM", "sBIT", "pHYs", "tRNS", "bKGD"].map((type) => chunk(type, [1])))),
  ],
  ["a WebP with transparency", webp("ALPH", "VP8 ")],
  ["an AVIF with transparency", avif({ parts: ["av01", "av01"] })],
];
for (const [name, bytes] of shown) {
  test(`${name} is taken`, async () => {
    const response = await upload(bytes, (await signedIn()).headers);
    expect([response.status, await response.json()]).toMatchObject([201, { width: WIDTH, height: HEIGHT }]);
  });
}

const refused: [name: string, bytes: Uint8Array, status: number][] = [
  ["an SVG", text('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'), 415],
  ["nothing at all", new Uint8Array(), 415],
  ["a JPEG cut short", jpeg().slice(0, 8), 415],
  ["a JPEG with EXIF", jpeg([0xff, 0xe1, 0, 8, ...text("Exif\0\0")]), 400],
  ["a PNG with text", png(chunk("tEXt", text("Comment\0Austin"))), 400],
  ["a JPEG with a colour profile", jpeg(segment(0xe2, "ICC_PROFILE\0\u0001\u0001Austin")), 400],
  ["a PNG whose density is a story", png(chunk("pHYs", text("Taken in Austin"))), 400],
  ["a WebP with its image twice", webp("VP8 ", "VP8 "), 400],
  ["a WebP with EXIF", webp("EXIF"), 400],
  ["an AVIF with EXIF", avif({ parts: ["av01", "Exif"] }), 400],
  ["an AVIF with a box for anything", avif({ after: box("free", text("Austin")) }), 400],
  ["an AVIF with bytes after its end", avif({ after: join(text("Austin, Texas")) }), 415],
  ["a JPEG with EXIF between its scans", jpeg([], [...SCAN, 1, 2, ...segment(0xe1, "Exif\0\0"), ...SCAN]), 400],
  ["a JPEG with bytes after its end", join(jpeg(), text("Austin")), 400],
  ["a JPEG with a segment of no length", jpeg([0xff, 0xe0, 0, 0]), 415],
  ["a PNG with a private chunk", png(chunk("auSt", text("Austin"))), 400],
  ["a PNG without an end", png().slice(0, -12), 415],
  ["a WebP with a chunk that we do not know", webp("AUST"), 400],
  ["a WebP cut short", webp("VP8 ").slice(0, -3), 415],
  ["an image of 25 megapixels", png([], 5000, 5000), 400],
  ["an image without width", png([], 0, 5000), 415],
  ["an image of 5 MiB and a byte", join(png(), new Uint8Array(5 * MEBIBYTE + 1 - png().length)), 413],
];
for (const [name, bytes, status] of refused) {
  test(`${name} is ${status}`, async () => {
    const response = await upload(bytes, (await signedIn()).headers);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, success: false, error: expect.stringMatching(/^[A-Z]/) });
  });
}

test("an image is stored in all sizes, named by their widths", async () => {
  const [widest, narrow, middle] = [png([], 1600, 900), png([], 640, 360), png([], 1280, 720)];
  const response = await upload(widest, (await signedIn()).headers, { w640: narrow, w1280: middle });
  expect(response.status).toBe(201);
  const { url } = await response.json<{ url: string }>();
  expect(url).toMatch(/^\/media\/[\w-]{36}-w1600\.png$/);
  expect(srcSetOf(url)).toBe(
    [640, 1280, 1600].map((width) => `${url.replace("1600", String(width))} ${width}w`).join(", "),
  );
  for (const [width, bytes] of [
    [1600, widest],
    [1280, middle],
    [640, narrow],
  ] as const) {
    const stored = await read(url.replace("1600", String(width)));
    expect([width, stored.headers.get("content-type"), stored.bytes]).toEqual([width, "image/png", bytes]);
  }
});

test("an image has only sizes narrower than itself, or the one sent", async () => {
  const { headers } = await signedIn();
  const smaller = await upload(png([], 1000, 500), headers, { w640: png([], 640, 320) });
  expect((await smaller.json<{ url: string }>()).url).toContain("-w1000.png");
  const alone = await upload(png([], 1600, 900), headers);
  const { url } = await alone.json<{ url: string }>();
  expect([url, srcSetOf(url)]).toEqual([expect.stringMatching(/^\/media\/[\w-]{36}\.png$/), undefined]);
});

test("images of other sites or without a width have one size", () => {
  const addresses = ["https://example.com/car-w1600.webp", "/media/car.webp", "/media/car-w640.webp"];
  for (const address of [...addresses, "/media/a, https://example.com/car-w1600.webp"]) {
    expect([address, srcSetOf(address)]).toEqual([address, undefined]);
  }
});

const wrongSizes: [name: string, sizes: Record<string, Uint8Array | string>][] = [
  ["only one of two", { w640: png([], 640, 360) }],
  ["another type", { w640: jpeg(), w1280: png([], 1280, 720) }],
  ["metadata", { w640: png(chunk("eXIf", text("MM")), 640, 360), w1280: png([], 1280, 720) }],
];
for (const [name, sizes] of wrongSizes) {
  test(`narrower sizes with ${name} are refused, and nothing is stored`, async () => {
    const before = (await env.MEDIA.list()).objects.length;
    const response = await upload(png([], 1600, 900), (await signedIn()).headers, sizes);
    expect([response.status, (await env.MEDIA.list()).objects.length]).toEqual([400, before]);
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

test("an image that is not there is 404, whatever it is called", async () => {
  const names = [
    "none.png",
    "..%2fsecret",
    "%00",
    "%ff",
    "a%0ab",
    "%F0%9F%98%80",
    "x".repeat(1024),
    "x".repeat(1025),
    "x".repeat(8000),
  ];
  for (const name of names) expect([name, (await read(`/media/${name}`)).status]).toEqual([name, 404]);
});

function upload(
  bytes: Uint8Array,
  headers: Record<string, string>,
  sizes: Record<string, Uint8Array | string> = {},
  name = "image.png",
  type = "image/png",
) {
  const form = new FormData();
  form.set("file", new File([bytes], name, { type }));
  for (const [width, size] of Object.entries(sizes)) {
    if (typeof size === "string") form.set(width, size);
    else form.set(width, new File([size], "size", { type }));
  }
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

function webp(...more: string[]) {
  const size = [10, 0, 0, 0, 0, 0, 0, 0, WIDTH - 1, 0, 0, HEIGHT - 1, 0, 0];
  const chunks = join(text("WEBPVP8X"), size, ...more.map((type) => join(text(type), [3, 0, 0, 0, 1, 1, 1, 0])));
  return join(text("RIFF"), [chunks.length, 0, 0, 0], chunks);
}

function avif({
  parts = ["av01"],
  property = box("colr", join(text("nclx"), new Uint8Array(7))),
  after = box("mdat", new Uint8Array(3)),
} = {}) {
  const infes = parts.map((part) => box("infe", join([2, 0, 0, 0], [0, 1, 0, 0], text(part), [0])));
  const size = box("ispe", join(uint32(0), uint32(WIDTH), uint32(HEIGHT)));
  const meta = join(
    uint32(0),
    box("iinf", join(uint32(0), uint16(parts.length), ...infes)),
    box("iprp", box("ipco", join(size, property))),
  );
  return join(box("ftyp", text("avif\0\0\0\0avifmif1")), box("meta", meta), after);
}

function box(name: string, content: Uint8Array) {
  return join(uint32(content.length + 8), text(name), content);
}
