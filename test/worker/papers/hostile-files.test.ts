import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MOST_FILE_BYTES, MOST_FILES } from "../../../db/model/papers/paper-file.ts";
import { inspectImage } from "../../../worker/blog/image.ts";
import { inspect } from "../../../worker/papers/inspect.ts";
import { chunk, HEIGHT, JFIF, join, jpeg, png, SCAN, segment, text, WIDTH } from "../blog/pictures.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { randomFrom, scaled, seed } from "../routes/faults.ts";
import { refusal } from "../staff/staff.ts";
import { asked, bytesOf, pdf, stored } from "./files.ts";

freshDatabase();

/** EXIF of a phone: how it was turned, and where it was taken. */
function exif(turned: number, isLittle = false) {
  const numbers = isLittle ? "II*\0\u0008\0\0\0" : "MM\0*\0\0\0\u0008";
  const two = (n: number) => String.fromCharCode(...(isLittle ? [n, 0] : [0, n]));
  const four = (n: number) => (isLittle ? two(n) + two(0) : two(0) + two(n));
  const tag = isLittle ? "\u0012\u0001" : "\u0001\u0012";
  const entry = `${tag}${two(3)}${four(1)}${isLittle ? two(turned) : two(turned)}${two(0)}`;
  return segment(0xe1, `Exif\0\0${numbers}${two(1)}${entry}${four(0)}GPS: 29.4241 N, 98.4936 W, San Antonio`);
}

const whole = (bytes: Uint8Array) => new Uint8Array(bytes);

test.each([
  ["a program named .pdf", bytesOf("MZ\x90\0\x03\0\0\0\x04\0\0\0"), "415 We can only open photos"],
  ["a page", text("<!doctype html><script>alert(1)</script>"), "415 We can only open photos"],
  ["a drawing", text('<svg xmlns="http://www.w3.org/2000/svg"/>'), "415 We can only open photos"],
  ["a GIF", text("GIF89a\u0004\0\u0002\0\0\0\0"), "415 We can only open photos"],
  ["a film", bytesOf("\0\0\0\x18ftypmp42"), "415 We can only open photos"],
  [
    "a photo of an iPhone as it is",
    bytesOf("\0\0\0\x18ftypheic\0\0\0\0"),
    "415 This device can't open photos in the HEIC",
  ],
  ["a PDF cut short", pdf().slice(0, -30), "400 We can't read this file"],
  ["a PDF that begins too late", join(text("x".repeat(1020)), pdf()), "415 We can only open photos"],
  ["a PDF that ends long before its end", join(pdf(), text("x".repeat(1020))), "400 We can't read this file"],
  ["a page that speaks of PDFs", text("<p>%PDF-1.7 is how each begins"), "400 We can't read this file"],
  ["a photo cut short", jpeg().slice(0, -2), "400 We can't read this file"],
  ["a picture too large to draw", png([], 10_000, 6000), "413 This file is larger"],
] as const)("%s is refused in a sentence, and leaves nothing", async (_, bytes, words) => {
  const maria = await asked("payStub");
  expect(await refusal(await maria.send("payStub", whole(bytes)))).toContain(words);
  expect((await maria.list()).files).toEqual([]);
  expect(await stored()).toEqual([]);
  const rows = await env.DB.prepare("select count(*) n from papers").first<number>("n");
  expect(rows).toBe(0);
});

test.each([
  [{ size: 0 }, "400 This file is empty"],
  [{ size: MOST_FILE_BYTES + 1 }, "400 This file is larger than 20 MB"],
  [{ sha256: "x" }, "400 We can't read this file"],
  [{ paper: "selfie" }, "400 We didn't ask for this document"],
])("a file that says %j of itself is refused before it is sent", async (said, words) => {
  const maria = await asked("payStub");
  const body = { paper: "payStub", size: 9, sha256: "0".repeat(64), ...said };
  const path = `/api/applications/${maria.ref}/papers/files`;
  expect(await refusal(await post(path, body, { cookie: maria.cookie }))).toContain(words);
});

test("a file that is not what it said, by its size or its fingerprint, is not taken", async () => {
  const maria = await asked("payStub");
  const { id } = await (await maria.begin("payStub", pdf())).json<{ id: string }>();
  const same = pdf();
  same[20] = 0x41;
  for (const bytes of [pdf({ pages: 2 }), same]) {
    expect((await maria.part(id, 0, bytes)).status).toBe(400);
  }
  for (const part of [-1, 1.5, "x", 1000, MOST_FILES])
    expect((await maria.part(id, part, pdf())).status).toBeGreaterThan(399);
  expect((await maria.list()).files).toEqual([]);
});

const END = "\nstartxref\n9\n%%EOF";
test.each([
  ["only printing needs a password", pdf({ more: "8 0 obj\n<</Filter/Standard>>\nendobj\n<</Encrypt 8 0 R>>" })],
  ["a word in it says /Encrypt", pdf({ more: "% /Encrypt 1 0 R\n" })],
  ["its objects are packed", text(`%PDF-1.5\n5 0 obj\n<</Type/ObjStm/Filter/FlateDecode>>stream\nx${END}`)],
  ["it has 200 pages", pdf({ pages: 200 })],
  ["it was changed after its end", join(pdf(), text(`5 0 obj\n<<>>\nendobj${END}`))],
  ["it has lost its last characters", pdf().slice(0, -6)],
  ["its list of objects has no place", text("%PDF-1.4\n1 0 obj\n<<>>\nendobj\n%%EOF")],
  ["it has nothing else", text(`%PDF-1.4${END}`)],
  ["blanks fill it up", join(pdf(), new Uint8Array(5000), text(" \r\n"))],
])("a PDF is taken whole although %s", (_, bytes) => {
  expect(inspect(whole(bytes))).toEqual({ type: "application/pdf", bytes });
});

test("what stands before and after a PDF is not kept", () => {
  const page = text("<script>alert(1)</script>");
  const archive = text("PK\u0003\u0004");
  const inspected = inspect(whole(join(page, pdf(), archive)));
  expect(inspected).toEqual({ type: "application/pdf", bytes: pdf().slice(0, -1) });
});

test("a JPEG may fill up before its markers", () => {
  const filled = inspect(jpeg([0xff, ...JFIF], [0xff, 0xff, 0xff]));
  expect(filled).toMatchObject({ type: "image/jpeg", bytes: jpeg(JFIF) });
});

test("a picture with a PDF in it is a picture, and keeps nothing of it", () => {
  const hidden = segment(0xfe, String.fromCharCode(...pdf()));
  expect(inspect(whole(jpeg([...JFIF, ...hidden])))).toEqual({ type: "image/jpeg", bytes: jpeg(JFIF) });
});

const noted = [
  ...segment(0xe0, "JFXX\0\u0010"),
  ...segment(0xfe, "Taken in Austin"),
  ...segment(0xed, "Photoshop 3.0\0"),
];
test.each([
  ["a JPEG of a phone", jpeg([...JFIF, ...exif(1), ...noted]), jpeg(JFIF)],
  ["with notes between its scans", jpeg([], [...SCAN, 1, ...exif(1), ...SCAN]), jpeg([], [...SCAN, 1, ...SCAN])],
  ["with a film after its end", join(jpeg(), text("MotionPhoto_Data")), jpeg()],
  [
    "a PNG with place and time",
    png(join(chunk("eXIf", exif(6)), chunk("tIME", [1]), chunk("tEXt", text("Austin")))),
    png(),
  ],
])("%s keeps the picture and nothing else", async (_, bytes, kept) => {
  const inspected = inspect(whole(bytes));
  expect(inspected).toMatchObject({ bytes: kept });
});

test.each([3, 6, 8])("a photo that was turned (%d) stays turned, and says nothing else", async (turned) => {
  for (const isLittle of [false, true]) {
    const inspected = inspect(whole(jpeg(exif(turned, isLittle))));
    const { bytes } = inspected as { bytes: Uint8Array };
    expect(String.fromCharCode(...bytes)).not.toMatch(/GPS|San Antonio/);
    expect(String.fromCharCode(...bytes)).toContain(`\u0001\u0012\0\u0003\0\0\0\u0001\0${String.fromCharCode(turned)}`);
    expect(inspectImage(bytes)).toMatchObject({ width: WIDTH, height: HEIGHT });
    expect(bytes.length).toBe(jpeg().length + 36);
  }
});

test("whatever is changed in a file, it is taken or refused, and what is taken of a photo has no notes", async () => {
  const random = randomFrom(seed);
  const below = (n: number) => Math.floor(random() * n);
  const good = [pdf({ pages: 3 }), jpeg([...JFIF, ...exif(6)]), png(chunk("tEXt", text("Austin")))];
  for (let n = 0; n < scaled(1000); n++) {
    const original = good[below(good.length)] as Uint8Array;
    let bytes = original.slice();
    for (let changes = 1 + below(8); changes > 0; changes--) {
      const at = below(bytes.length);
      const kind = below(4);
      if (kind === 0) bytes[at] = below(256);
      if (kind === 1) bytes = bytes.slice(0, at);
      if (kind === 2) bytes = join(bytes.slice(0, at), good[below(good.length)] as Uint8Array, bytes.slice(at));
      if (kind === 3) bytes = join(bytes.slice(0, at), bytes.slice(at + below(32)));
    }
    const inspected = inspect(whole(bytes));
    if ("refused" in inspected) continue;
    const isPhoto = inspected.type !== "application/pdf";
    if (isPhoto)
      expect(String.fromCharCode(...inspected.bytes), `seed ${seed}, ${n}`).not.toContain("San Antonio, Texas");
    expect(inspected.bytes.length).toBeLessThanOrEqual(bytes.length + 36);
  }
});
