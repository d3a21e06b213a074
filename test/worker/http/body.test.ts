import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { call, post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

freshDatabase();

const SUBMIT = "/api/applications/submit";

const badBodies: [name: string, body: string | Uint8Array, status: number][] = [
  ["nothing", "", 400],
  ["half an object", '{"fullName":', 400],
  ["an array", "[]", 400],
  ["null", "null", 400],
  ["a number", "7", 400],
  ["a text", '"hello"', 400],
  ["an empty object", "{}", 400],
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ["deep nesting", "[".repeat(5000) + "]".repeat(5000), 400],
  ["a body over 16 KB", JSON.stringify(exampleApplication({ bankName: "x".repeat(17_000) })), 413],
  ["prototype keys", '{"__proto__":{"fullName":"x"},"constructor":1}', 400],
];

for (const [name, body, status] of badBodies) {
  test(`${name} is answered ${status} in the one shape of errors`, async () => {
    const response = await post(SUBMIT, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, success: false, error: expect.stringMatching(/^[A-Z]/) });
    expect(await env.DB.prepare("select count(*) n from applications").first("n")).toBe(0);
  });
}

for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""]) {
  test(`a body of type '${type}' is 415`, async () => {
    expect((await post(SUBMIT, exampleApplication(), { "content-type": type })).status).toBe(415);
  });
}

test("a media type's parameters and case do not matter", async () => {
  const type = "Application/JSON; charset=utf-8";
  expect((await post(SUBMIT, exampleApplication(), { "content-type": type })).status).toBe(201);
});

const origins: [headers: Record<string, string>, status: number][] = [
  [{ "sec-fetch-site": "same-origin" }, 201],
  [{ "sec-fetch-site": "none" }, 201],
  [{ "sec-fetch-site": "cross-site" }, 403],
  [{ "sec-fetch-site": "same-site" }, 403],
  [{ "sec-fetch-site": "", origin: "https://site.test" }, 201],
  [{ "sec-fetch-site": "", origin: "https://evil.test" }, 403],
  [{ "sec-fetch-site": "", origin: "null" }, 403],
  [{ "sec-fetch-site": "" }, 201],
];

for (const [headers, status] of origins) {
  test(`a write with ${JSON.stringify(headers)} is ${status}`, async () => {
    expect((await post(SUBMIT, exampleApplication(), headers)).status).toBe(status);
  });
}

test("an unknown address under /api is a JSON 404, whatever is sent", async () => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await call("/api/nothing", { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ ok: false, success: false });
  }
});

test("a known address with the wrong method is 405 and says which would do", async () => {
  const response = await call(SUBMIT, { method: "DELETE" });
  expect(response.status).toBe(405);
  expect(response.headers.get("allow")).toContain("POST");
});

test("every answer carries the security headers and is not stored", async () => {
  const { headers } = await call("/api/nothing");
  expect(headers.get("cache-control")).toBe("no-store");
  expect(headers.get("content-security-policy")).toContain("default-src 'none'");
  expect(headers.get("x-content-type-options")).toBe("nosniff");
});
