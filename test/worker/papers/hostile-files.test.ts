import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { MOST_FILE_BYTES } from "../../../db/model/papers/paper-file.ts";
import { join, text } from "../blog/pictures.ts";
import { freshDatabase } from "../database.ts";
import { refusal } from "../staff/staff.ts";
import { asked, bytesOf, pdf, stored } from "./files.ts";

freshDatabase();

test.each([
  ["a page", text("<!doctype html><script>alert(1)</script>"), "415 We can only open photos"],
  ["a PDF that begins too late", join(text("x".repeat(1020)), pdf()), "415 We can only open photos"],
  ["a photo in HEIC", bytesOf("\0\0\0\x18ftypheic\0\0\0\0"), "415 This device can’t open photos in the HEIC"],
  ["a file of more than 20 MB", new Uint8Array(MOST_FILE_BYTES + 1), "413 Please send at most 20480 KB"],
])("%s is refused in a sentence, and leaves nothing", async (_, bytes, words) => {
  const maria = await asked("payStub");
  expect(await refusal(await maria.send("payStub", new Uint8Array(bytes)))).toContain(words);
  expect((await maria.list()).files).toEqual([]);
  expect(await stored()).toEqual([]);
  expect(await env.DB.prepare("select count(*) n from papers").first<number>("n")).toBe(0);
});

test("a file of 20 MB is taken whole", async () => {
  const maria = await asked("payStub");
  const bytes = join(text("%PDF-1.7\n"), new Uint8Array(MOST_FILE_BYTES - 9)) as Uint8Array<ArrayBuffer>;
  expect((await maria.send("payStub", bytes)).status).toBe(200);
  const [file] = (await maria.list()).files ?? [];
  expect((await (await maria.get(file?.id ?? "")).arrayBuffer()).byteLength).toBe(MOST_FILE_BYTES);
});

test("a file named for another paper than any is refused", async () => {
  const maria = await asked("payStub");
  expect(await refusal(await maria.send("selfie" as "payStub", pdf()))).toContain(
    "409 We didn’t ask for this document",
  );
});
