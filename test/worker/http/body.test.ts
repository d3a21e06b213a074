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
  ["invalid UTF-8", new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d]), 400],
  ["a body over 16 KB", JSON.stringify(exampleApplication({ bankName: "x".repeat(17_000) })), 413],
];

for (const [name, body, status] of badBodies) {
  test(`${name} is answered ${status} in the one shape of errors`, async () => {
    const response = await post(SUBMIT, body);
    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ ok: false, success: false, error: expect.stringMatching(/^[A-Z]/) });
    expect(await env.DB.prepare("select count(*) n from applications").first("n")).toBe(0);
  });
}

test("a media type's parameters and case do not matter", async () => {
  const type = "Application/JSON; charset=utf-8";
  expect((await post(SUBMIT, exampleApplication(), { "content-type": type })).status).toBe(201);
});

test("an unknown address under /api is a JSON 404, whatever is sent", async () => {
  for (const method of ["GET", "POST", "DELETE"]) {
    const response = await call("/api/nothing", { method });
    expect(response.status).toBe(404);
    expect(await response.json()).toMatchObject({ ok: false, success: false });
  }
});

test("the wrong method is 405 and names what would do", async () => {
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
