import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { call, callWith, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";

/** Cloudflare Turnstile: off unless both of its keys are set. What a browser does with it: test/screens/turnstile.test.tsx. */

freshDatabase();

const SITE_KEY = "1x00000000000000000000AA";
const SECRET_KEY = "1x0000000000000000000000000000000AA";
const on: Env = { ...env, TURNSTILE_SITE_KEY: SITE_KEY, TURNSTILE_SECRET_KEY: SECRET_KEY };
const REFUSAL =
  "We couldn’t tell that you are a person. Please try again, and allow challenges.cloudflare.com if your browser blocks it.";

const forms = [
  { path: "/api/applications/submit", body: exampleApplication(), table: "applications", status: 201 },
  {
    path: "/api/contact",
    body: { name: "Maria", message: "Do you help here?" },
    table: "contact_messages",
    status: 201,
  },
  { path: "/api/newsletter", body: { email: "maria@example.com" }, table: "newsletter_subscribers", status: 202 },
];

/** What Cloudflare is asked, and answers: a token counts once. */
let asked: { url: string; secret: string; response: string }[];
let answer: (token: string) => Response | Promise<Response>;
let lines: string[];
beforeEach(() => {
  asked = [];
  lines = [];
  const spent = new Set<string>();
  const no = (code: string) => Response.json({ success: false, "error-codes": [code] });
  answer = (token) => {
    if (!token) return no("missing-input-response");
    if (token !== "good") return no("invalid-input-response");
    if (spent.has(token)) return no("timeout-or-duplicate");
    spent.add(token);
    return Response.json({ success: true, "error-codes": [] });
  };
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    init?.signal?.throwIfAborted();
    const { secret, response } = JSON.parse(String(init?.body));
    asked.push({ url: String(url), secret, response });
    return answer(response);
  });
  vi.spyOn(console, "error").mockImplementation((line) => void lines.push(String(line)));
});
afterEach(() => void vi.restoreAllMocks());

function send(bindings: Env, { path, body }: (typeof forms)[number], token?: string, headers = {}) {
  return postWith(bindings, path, body, { ...(token && { "turnstile-token": token }), ...headers });
}

async function count(table: string) {
  return (await env.DB.prepare(`select count(*) from ${table}`).first("count(*)")) as number;
}

const off: [name: string, bindings: Env][] = [
  ["no key", env],
  ["the site key alone", { ...env, TURNSTILE_SITE_KEY: SITE_KEY }],
  ["the secret key alone", { ...env, TURNSTILE_SECRET_KEY: SECRET_KEY }],
];
for (const [name, bindings] of off) {
  test(`with ${name} nobody is asked for a token`, async () => {
    for (const form of forms) expect((await send(bindings, form)).status).toBe(form.status);
    for (const { table } of forms) expect([table, await count(table)]).toEqual([table, 1]);
    expect([asked, lines]).toEqual([[], []]);
  });
}

test("pages let in Cloudflare's script only with the site key", async () => {
  const policyOf = (response: Response) => response.headers.get("content-security-policy") ?? "";
  const usual = policyOf(await call("/api/session"));
  expect(usual).toContain("; script-src 'self'; style-src");
  expect(usual).not.toMatch(/cloudflare|frame-src/);
  expect(policyOf(await callWith(on, "/api/session"))).toBe(
    usual.replace(
      "script-src 'self'",
      "script-src 'self' https://challenges.cloudflare.com; frame-src https://challenges.cloudflare.com",
    ),
  );
});

for (const form of forms) {
  test(`${form.path} stores nothing without a good token, and says why`, async () => {
    for (const token of [undefined, "made up"]) {
      const response = await send(on, form, token);
      expect([response.status, await response.json()]).toEqual([403, { ok: false, success: false, error: REFUSAL }]);
    }
    expect(await count(form.table)).toBe(0);
    expect(lines).toEqual([]);
  });

  test(`${form.path} takes a good token once`, async () => {
    expect((await send(on, form, "good")).status).toBe(form.status);
    const url = "https://challenges.cloudflare.com/turnstile/v0/siteverify";
    expect(asked).toEqual([{ url, secret: SECRET_KEY, response: "good" }]);
    expect((await send(on, form, "good")).status).toBe(403);
    expect(await count(form.table)).toBe(1);
  });
}

const silences: [name: string, silence: () => Response | Promise<Response>][] = [
  ["cannot be reached", () => Promise.reject(new TypeError("Network connection lost."))],
  ["fails inside", () => Response.json({ success: false, "error-codes": ["internal-error"] })],
  ["does not know our secret key", () => Response.json({ success: false, "error-codes": ["invalid-input-secret"] })],
];
for (const [name, silence] of silences) {
  test(`when Cloudflare ${name}, everything is stored and the trouble logged`, async () => {
    answer = silence;
    const [application] = forms;
    for (const form of forms) {
      expect((await send(on, form, form === application ? undefined : "a-token")).status).toBe(form.status);
    }
    for (const { table } of forms) expect([table, await count(table)]).toEqual([table, 1]);
    expect(lines).toHaveLength(forms.length);
    for (const line of lines) {
      expect(JSON.parse(line)).toMatchObject({ level: "error", event: "turnstile did not tell" });
      expect(line).not.toMatch(new RegExp(`${SECRET_KEY}|a-token|maria|example`, "i"));
    }
  });
}

test("the same application with the same key needs no second token", async () => {
  const [application] = forms as [(typeof forms)[number]];
  const withKey = (key: string) => send(on, application, "good", { "idempotency-key": key });
  const [first, again, other] = [await withKey("one"), await withKey("one"), await withKey("two")];
  expect([first.status, again.status, other.status]).toEqual([201, 201, 403]);
  expect(await again.json()).toEqual(await first.json());
  expect(await count("applications")).toBe(1);
});

test("Cloudflare is not waited for longer than five seconds", async () => {
  const timeout = vi
    .spyOn(AbortSignal, "timeout")
    .mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")));
  for (const form of forms) expect((await send(on, form, "made up")).status).toBe(form.status);
  expect(timeout.mock.calls).toEqual(forms.map(() => [5000]));
  expect(lines.map((line) => JSON.parse(line).name)).toEqual(forms.map(() => "TimeoutError"));
});
