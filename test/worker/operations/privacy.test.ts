import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import worker from "../../../worker/site/index.ts";
import { callWith, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { envWithout, faultyEnv, randomFrom, scaled, seed } from "../routes/faults.ts";
import { addressOf, apiRoutes } from "../routes/routes.ts";
import { signedIn } from "../staff/staff.ts";

freshDatabase();

const canaries = {
  fullName: "Canaryfirst Canarylast",
  phone: "210 555 0142",
  email: "canary@canary.example",
  city: "Canaryville",
  // With letters that no random id contains.
  zip: "zip78299",
  bankName: "Canarybank",
  currentFinanceCompany: "Canaryfinance",
};
const message = {
  name: "Canaryname Canary",
  message: "My canary is called Canarybird",
  replyTo: "canary@canary.example",
};
const from = { "cf-connecting-ip": "203.0.113.142", "user-agent": "Canaryagent", referer: "https://canary.example/" };
const isPersonal = /canary|555.?0142|zip78299|203\.0\.113\.142/i;

let lines: string[] = [];
beforeEach(() => {
  lines = [];
  for (const method of ["log", "info", "warn", "error", "debug"] as const) {
    vi.spyOn(console, method).mockImplementation((...given) => {
      lines.push(given.map((one) => (one instanceof Error ? `${one.stack} ${one.cause}` : String(one))).join(" "));
    });
  }
});
afterEach(() => void vi.restoreAllMocks());

/** Everything that a visitor and an author can do, with canaries in it. */
async function visit(bindings: Env, key: string) {
  const submitted = await postWith(bindings, "/api/applications/submit", exampleApplication(canaries), {
    ...from,
    "idempotency-key": `canary-${key}`,
  });
  const { ref = "canary-ref" } = await submitted.json<{ ref?: string }>();
  const read = (path: string) => callWith(bindings, path, { headers: from });
  const answers = [
    submitted,
    await read(`/api/applications/${ref}`),
    await read(`/api/applications/${ref}/guidance`),
    await read(`/api/applications/${ref}/slots`),
    await postWith(bindings, `/api/applications/${ref}/appointment`, { startsAt: null }, from),
    await postWith(bindings, `/api/applications/${ref}/appointment`, { startsAt: "canary" }, from),
    await callWith(bindings, `/api/applications/${ref}/appointment`, { method: "DELETE", headers: from }),
    await postWith(bindings, `/api/applications/${ref}/deletion`, {}, from),
    await postWith(bindings, `/api/applications/${ref}/deletion/confirm`, { code: "123456" }, from),
    await postWith(bindings, "/api/applications/submit", exampleApplication({ ...canaries, email: "canary" }), from),
    await postWith(bindings, "/api/contact", message, from),
    await postWith(bindings, "/api/contact", { ...message, message: "canary" }, from),
    await read("/api/applications/canary@canary.example"),
    await read("/api/canary?email=canary@canary.example"),
    await read("/api/session"),
  ];
  await worker.queue({ queue: "bluebonnet-outbox", messages: [] } as unknown as MessageBatch<string>, bindings);
  await sweep(bindings);
  return { ref, answers };
}

const ALLOWED = ["level", "requestId", "method", "route", "status", "ms", "name", "message", "event", "id", "kind"];
const AND_COUNTS = ["code", "mails"];

function expectCleanLog(ref: string) {
  expect(lines.length).toBeGreaterThan(5);
  for (const line of lines) {
    expect(line).not.toMatch(isPersonal);
    expect(line).not.toContain(ref);
    for (const field of Object.keys(JSON.parse(line))) expect([...ALLOWED, ...AND_COUNTS]).toContain(field);
  }
}

test("a visit leaves one line per request, and nothing personal", async () => {
  const { ref, answers } = await visit({ ...envWithout(), OFFICE_EMAIL: "office@example.com", LIMITS: "strict" }, "a");
  expectCleanLog(ref);
  const requests = lines.map((line) => JSON.parse(line)).filter(({ status }) => status);
  expect(requests).toHaveLength(answers.length);
  expect(requests[1]).toEqual({
    level: "info",
    requestId: answers[1]?.headers.get("x-request-id"),
    method: "GET",
    route: "/api/applications/:ref",
    status: 200,
    ms: expect.any(Number),
  });
});

test("neither a mail's token nor what the desk searches is logged", async () => {
  const { get, post: search } = await signedIn("specialist");
  lines = [];
  await search("/api/desk/queue/search", { q: "canary" });
  await search("/api/desk/queue/search", { q: "canary", cursor: ["canary"] });
  await get("/api/desk/queue?q=canary&cursor=canary");
  const form = { method: "POST", body: new URLSearchParams({ token: "canary-token" }) };
  for (const page of ["/newsletter", "/unsubscribe"]) {
    for (const bindings of [env, envWithout("d1")]) {
      await callWith(bindings, `${page}?token=canary-token`, { headers: from });
      await callWith(bindings, page, form);
      await callWith(bindings, `${page}?token=canary-token`, { ...form, body: "List-Unsubscribe=One-Click" });
    }
  }
  expect(lines.length).toBeGreaterThanOrEqual(3 + 2 * 2 * 3);
  for (const line of lines) expect(line).not.toMatch(isPersonal);
});

test("a visit that meets faults leaves nothing personal in the log", {
  timeout: 600_000,
}, async () => {
  const random = randomFrom(seed);
  for (let n = 0; n < scaled(200); n++) {
    const bindings = faultyEnv(() => (random() < 0.5 ? (random() < 0.5 ? "before" : "after") : null)).env;
    const { ref } = await visit({ ...bindings, OFFICE_EMAIL: "office@example.com" }, String(n)).catch(() => ({
      ref: "?",
    }));
    for (const line of lines) {
      expect(line, `seed ${seed}`).not.toMatch(isPersonal);
      expect(line, `seed ${seed}`).not.toContain(ref);
    }
    lines = [];
  }
});

test("a mistake in our SQL brings no values into the log", async () => {
  const { post: search } = await signedIn("specialist");
  await env.DB.exec("alter table applications rename column city to town");
  const submitted = await postWith(env, "/api/applications/submit", exampleApplication(canaries), from);
  const found = await search("/api/desk/queue/search", { q: "canary" });
  await env.DB.exec("alter table applications rename column town to city");
  expect([submitted.status, found.status]).toEqual([503, 503]);
  expect(lines.join("\n")).not.toMatch(isPersonal);
  expect(lines.join("\n")).toContain("/api/applications/submit");
  expect(lines.join("\n")).toContain("/api/desk/queue/search");
});

test("no answer of the API may be stored on the way", async () => {
  const { answers } = await visit(envWithout(), "b");
  const others = await Promise.all(
    apiRoutes.map((route) => callWith(env, addressOf(route), { method: route.method, headers: from })),
  );
  for (const { headers } of [...answers, ...others]) {
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-request-id")).toMatch(/^[\w-]{1,64}$/);
    expect(headers.get("referrer-policy")).toBe("same-origin");
    expect(headers.get("set-cookie") ?? "").not.toMatch(isPersonal);
  }
});

test("Cloudflare's own request id is taken over, and nothing else is", async () => {
  const id = async (ray: string) =>
    (await callWith(env, "/api/session", { headers: { "cf-ray": ray } })).headers.get("x-request-id");
  expect(await id("8f1d2c3b4a596877-DFW")).toBe("8f1d2c3b4a596877-DFW");
  expect(await id("maria@example.com")).toMatch(/^[0-9a-f-]{36}$/);
});
