import { expect, test } from "vitest";
import { isEmail } from "../../../db/model/text.ts";
import { readMail } from "../../../worker/incoming/read.ts";
import { freshDatabase } from "../database.ts";
import { randomFrom, scaled, seed } from "../routes/faults.ts";
import { apply, readCase, signedIn } from "../staff/staff.ts";
import { twoWaySite } from "./incoming.ts";
import { replies } from "./replies.ts";

freshDatabase();

const head = "From: Ana <ana@example.com>\r\nMIME-Version: 1.0\r\n";
const mixed = `${head}Content-Type: multipart/mixed; boundary=x\r\n\r\n`;

function nested(levels: number) {
  const marks = Array.from(
    { length: levels },
    (_, level) => `Content-Type: multipart/mixed; boundary=b${level}\r\n\r\n--b${level}\r\n`,
  );
  return `${head}${marks.join("")}\r\nDeep`;
}

function messagesInside(levels: number) {
  return `${mixed}--x\r\n\r\nHello\r\n--x\r\n${"Content-Type: message/rfc822\r\n\r\nSubject: inner\r\n".repeat(levels)}\r\nInner`;
}

const MEGABYTE = 1024 * 1024;

/** Each, and what becomes of it: its words in the case, a refusal, or nothing (null). */
const hostile: Record<string, { raw: string | Uint8Array<ArrayBuffer>; becomes: string | RegExp | null }> = {
  "10,000 parts": {
    raw: `${mixed}--x\r\n\r\nHello\r\n${"--x\r\n\r\n\r\n".repeat(10_000)}--x\r\nContent-Type: application/pdf\r\n\r\nThe parser has not come here`,
    becomes: "Hello",
  },
  "25 MB of a file": {
    raw: `${mixed}--x\r\n\r\nHello\r\n--x\r\nContent-Type: application/pdf\r\n\r\n${"A".repeat(25 * MEGABYTE)}`,
    becomes: /^Your words have arrived/,
  },
  "25 MB of words": { raw: `${head}\r\n${"word ".repeat(5 * MEGABYTE)}`, becomes: "word word" },
  "HTML that is slow to read": {
    raw: `${head}Content-Type: text/html\r\n\r\n<p>Hello</p>${"<a href=x ".repeat(40_000)}`,
    becomes: "Hello",
  },
  "headers inside a header": {
    raw: `${head}Subject: x\r\n\tBcc: all@example.net\r\n From: eve@example.net\r\nMessage-ID: <a\rBcc: b@example.net>\r\n\r\nHello`,
    becomes: "Hello",
  },
  "a megabyte of headers": { raw: `${head}${"X-A: b\r\n".repeat(130_000)}\r\nHello`, becomes: /could not be read/ },
  "300 levels": { raw: nested(300), becomes: /could not be read/ },
  "1,000 messages inside each other": { raw: messagesInside(1000), becomes: /^Your words have arrived/ },
  "a charset that nobody knows": {
    raw: `${head}Content-Type: text/plain; charset=klingon-9\r\n\r\nHello`,
    becomes: "Hello",
  },
  "a charset that is another": {
    raw: new Uint8Array(
      [...`${head}Content-Type: text/plain; charset=utf-8\r\n\r\nHello \xe9\xff\xfe`].map((each) => each.charCodeAt(0)),
    ),
    becomes: "Hello",
  },
  "UTF-16": { raw: `${head}Content-Type: text/plain; charset=utf-16\r\n\r\nHello`, becomes: "" },
  "broken base64": { raw: `${head}Content-Transfer-Encoding: base64\r\n\r\n%%%SGVsbG8=%%%`, becomes: "Hello" },
  "no body": { raw: `${head}`, becomes: null },
  "no headers": { raw: "\r\nHello", becomes: "Hello" },
  nothing: { raw: "", becomes: null },
  "a NUL and other characters that nobody sees": { raw: `${head}\r\nHel\0lo\x07 \u202eyou`, becomes: "Hello you" },
  "half a character": { raw: `${head}Content-Type: text/html\r\n\r\nHello &#xD83D; you`, becomes: "Hello" },
  "a sender that is none": { raw: `From: <script>alert(1)</script>\r\n\r\nHello`, becomes: "Hello" },
  "a script": { raw: `${head}\r\n<script>alert(1)</script>`, becomes: "<script>alert(1)</script>" },
  "a boundary that never ends": {
    raw: `${head}Content-Type: multipart/alternative; boundary=""\r\n\r\n--\r\n\r\nHello`,
    becomes: null,
  },
};

test("each hostile mail becomes its words, a refusal or nothing, and no error", async () => {
  const site = twoWaySite({ LIMITS: "off" });
  const dana = await signedIn("specialist", "dana");
  const id = await apply({ email: "ana@example.com" });
  await site.deliver();
  const address = site.replyAddress("ana@example.com");
  const events = async () => (await readCase(dana, id)).events;
  let before = (await events()).length;
  for (const [name, { raw, becomes }] of Object.entries(hostile)) {
    const refused = await site.hear(address, raw);
    const all = await events();
    const received = all.slice(before).flatMap(({ event }) => (event.kind === "mailReceived" ? event : []))[0];
    before = all.length;
    if (becomes instanceof RegExp) expect(refused, name).toMatch(becomes);
    else expect(refused, name).toBeNull();
    if (typeof becomes === "string") expect(received?.text, name).toContain(becomes);
    if (becomes === null) expect(received, name).toBeUndefined();
    expect(received?.text.length ?? 0, name).toBeLessThanOrEqual(20_000);
    if (received) expect(received.from, name).toBe("ana@example.com");
  }
});

test(`${scaled(5000)} mails with bytes changed at random are read, or cannot be`, async () => {
  const random = randomFrom(seed);
  for (let mail = 0; mail < scaled(5000); mail++) {
    const { raw } = replies[Math.floor(random() * replies.length)] ?? { raw: "" };
    const bytes = new Uint8Array(await new Response(raw).arrayBuffer());
    for (let change = 0; change < 10; change++) bytes[Math.floor(random() * bytes.length)] = Math.floor(random() * 256);
    const found = await readMail(new Response(bytes).body as ReadableStream, "ana@example.com");
    expect(found === null || isEmail(found.from)).toBe(true);
  }
});
