import { env } from "cloudflare:workers";
import { createHmac, timingSafeEqual } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { fieldsSentTo } from "../../../db/model/introductions/referral.ts";
import { HOUR_MS, MINUTE_MS } from "../../../db/model/time/clock.ts";
import type { Answer } from "../../../web/wire.ts";
import type { Env } from "../../../worker/env.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { post } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { answer, dealer, lender, permit, type Recipient } from "../directory/directory.ts";
import { faultyEnv } from "../routes/faults.ts";
import { apply, type Colleague, signedIn } from "../staff/staff.ts";

/** Leads to the program of a lender or dealer: one more way in which the outbox delivers. */

freshDatabase();

const NOON = new Date("2026-11-18T12:00:00-06:00");
const URL = "https://crm.dealer.example.com/hooks/1?key=2";
const FIVE_MINUTES = 300;

interface Event {
  type: string;
  timestamp: string;
  data: { id: string; permission: string; notice: string; answers: Record<string, unknown> };
}

/** A dealer's program as operations.md tells them to write it: it believes only what is signed and new, and takes each event once. */
const program = {
  secret: "",
  /** What it answers; it fails if this throws. */
  answers: (): Response => new Response(null, { status: 204 }),
  asked: 0,
  refused: 0,
  taken: new Map<string, Event>(),
  receive(headers: Headers, body: string) {
    program.asked++;
    const [id, time, signatures] = ["id", "timestamp", "signature"].map((name) => headers.get(`webhook-${name}`) ?? "");
    const key = Buffer.from(program.secret.replace("whsec_", ""), "base64");
    const expected = Buffer.from(createHmac("sha256", key).update(`${id}.${time}.${body}`).digest("base64"));
    const isSigned = (signatures ?? "").split(" ").some((each) => {
      const given = Buffer.from(each.replace(/^v1,/, ""));
      return given.length === expected.length && timingSafeEqual(given, expected);
    });
    const isNew = Math.abs(Date.now() / 1000 - Number(time)) < FIVE_MINUTES;
    if (!isSigned || !isNew) {
      program.refused++;
      return new Response(null, { status: 401 });
    }
    const response = program.answers();
    program.taken.set(id ?? "", JSON.parse(body));
    return response;
  },
};

let calls: { url: string; init: RequestInit; body: string }[];
beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: NOON });
  Object.assign(program, { secret: "", asked: 0, refused: 0, taken: new Map() });
  program.answers = () => new Response(null, { status: 204 });
  calls = [];
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init = {}) => {
    init.signal?.throwIfAborted();
    calls.push({ url: String(url), init, body: String(init.body) });
    return program.receive(new Headers(init.headers), String(init.body));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

async function newSecret(max: Colleague, { recipientId }: Recipient) {
  const made = await max.post(`/api/desk/directory/${recipientId}/secret`);
  expect(made.status).toBe(201);
  return (await made.json<{ secret: string }>()).secret;
}

/** An application that is sent to a dealer, or lender, with a webhook. */
async function sentScene({
  kind = "dealer",
  hasSecret = true,
}: {
  kind?: Recipient["kind"];
  hasSecret?: boolean;
} = {}) {
  const [id, max] = [await apply(), await signedIn("manager", "max")];
  const recipient = kind === "dealer" ? await dealer() : await lender();
  await env.DB.prepare(`update ${kind}s set leadAddress = ?`).bind(URL).run();
  if (hasSecret) program.secret = await newSecret(max, recipient);
  await permit(max, id, recipient);
  expect((await max.post(`/api/desk/case/${id}/send`, recipient)).status).toBe(201);
  return { id, max, recipient };
}

/** Sends what is due, and returns mails to lenders and dealers. */
async function sweepOnce(bindings: Partial<Env> = {}) {
  const { env: healthy, sent } = faultyEnv(() => null);
  await sweep({ ...healthy, ...bindings });
  return sent.filter(({ to }) => !to.startsWith("maria"));
}

async function deliveries(max: Colleague, { recipientId }: Recipient) {
  const read = await max.get(`/api/desk/directory/${recipientId}/deliveries`);
  return read.json<Answer<"GET /desk/directory/:id/deliveries">>();
}

const events = () => [...program.taken.values()];

test.each(["dealer", "lender"] as const)(
  "the program of a %s gets the fields of the mail instead of a mail, signed, once the applicant has said yes",
  async (kind) => {
    const { id, max, recipient } = await sentScene({ kind });
    expect(await sweepOnce()).toEqual([]);
    expect(events()).toMatchObject([
      {
        ...{ type: "lead.created", timestamp: NOON.toISOString() },
        data: {
          id,
          permission: "Permission given by the applicant on the website, Nov 18, 2026, 12:00 PM Central.",
          notice: "No credit inquiry may be made without the applicant's separate consent.",
          answers: { fullName: "Maria Lopez", city: "San Antonio" },
        },
      },
    ]);
    const sent = Object.keys(events()[0]?.data.answers ?? {});
    expect(fieldsSentTo[kind].filter((field) => sent.includes(field))).toEqual(sent);
    expect(calls).toMatchObject([{ url: URL, init: { method: "POST", redirect: "manual" } }]);
    expect(calls[0]?.body).not.toContain(await referenceOf(env, id));
    const [delivery] = (await deliveries(max, recipient)).deliveries;
    expect(delivery).toMatchObject({ applicationId: id, kind: `${kind}Lead`, status: "sent", attempts: 1 });
    await sweepOnce();
    expect(program.asked).toBe(1);
  },
);

test("a receiver refuses what somebody else signed, what was changed on the way, and what is repeated later", async () => {
  await sentScene();
  await sweepOnce();
  const [{ init, body } = { init: {}, body: "" }] = calls;
  const headers = () => new Headers(init.headers);
  expect(program.receive(headers(), body.replace("Maria", "Marta")).status).toBe(401);
  const renamed = headers();
  renamed.set("webhook-id", "another");
  expect(program.receive(renamed, body).status).toBe(401);
  expect(program.receive(headers(), body).status).toBe(204);
  expect(program.taken.size).toBe(1);
  vi.setSystemTime(NOON.getTime() + HOUR_MS);
  expect(program.receive(headers(), body).status).toBe(401);
  program.secret = `whsec_${btoa("another secret")}`;
  vi.setSystemTime(NOON);
  expect(program.receive(headers(), body).status).toBe(401);
});

/** A body that never ends: whoever reads it does not come back. */
function endless() {
  return new ReadableStream({ pull: (controller) => controller.enqueue(new Uint8Array(65_536)) }, { highWaterMark: 0 });
}

const troubles: [name: string, code: string, answers: () => Response][] = [
  ["fails", "http-500", () => new Response("oops", { status: 500 })],
  ["has moved, without being followed", "http-301", () => Response.redirect("https://elsewhere.example.com/", 301)],
  ["refuses, at length", "http-403", () => new Response(endless(), { status: 403 })],
  ["has a certificate that is wrong, or is not there", "no-connection", () => fails(new TypeError("internal error"))],
  ["is too slow", "timeout", () => fails(new DOMException("", "TimeoutError"))],
];
for (const [name, code, answers] of troubles) {
  test(`when a program ${name}, the lead comes again with the same id, and is taken once`, async () => {
    const { max, recipient } = await sentScene();
    program.answers = answers;
    await sweepOnce();
    expect(calls).toHaveLength(1);
    expect((await deliveries(max, recipient)).deliveries).toMatchObject([
      { status: "owed", attempts: 1, lastError: code },
    ]);
    program.answers = () => new Response("taken", { status: 200 });
    await sweepOnce();
    expect(calls).toHaveLength(1);
    vi.setSystemTime(NOON.getTime() + MINUTE_MS);
    await sweepOnce();
    expect(calls.map(({ url }) => url)).toEqual([URL, URL]);
    expect([program.taken.size, program.refused]).toEqual([1, 0]);
    expect((await deliveries(max, recipient)).deliveries).toMatchObject([
      { status: "sent", attempts: 2, lastError: null },
    ]);
  });
}

function fails(error: Error): never {
  throw error;
}

test("an answer that is endless but says yes counts, and is not read", async () => {
  const { max, recipient } = await sentScene();
  program.answers = () => new Response(endless());
  await sweepOnce();
  expect((await deliveries(max, recipient)).deliveries).toMatchObject([{ status: "sent" }]);
});

test("nobody waits for a program longer than ten seconds", async () => {
  await sentScene();
  const aborted = AbortSignal.abort(new DOMException("", "TimeoutError"));
  const timeout = vi.spyOn(AbortSignal, "timeout").mockReturnValue(aborted);
  await sweepOnce();
  expect(timeout.mock.calls).toEqual([[10_000]]);
});

test("after a day of trouble a lead is dead, and a manager sends it again", async () => {
  const { max, recipient } = await sentScene();
  program.answers = () => new Response(null, { status: 503 });
  for (let hours = 0; hours <= 24; hours += 0.25) {
    vi.setSystemTime(NOON.getTime() + hours * HOUR_MS);
    await sweepOnce();
  }
  const again = await signedIn("manager", "ana");
  const [dead] = (await deliveries(again, recipient)).deliveries;
  expect(dead).toMatchObject({ status: "dead", attempts: expect.any(Number), lastError: "http-503" });
  expect(dead?.attempts).toBeGreaterThan(7);
  expect(dead?.attempts).toBeLessThan(13);
  program.answers = () => new Response(null, { status: 202 });
  expect((await again.post(`/api/desk/outbox/${dead?.id}/retry`)).status).toBe(200);
  await sweepOnce();
  expect((await deliveries(again, recipient)).deliveries).toMatchObject([{ status: "sent" }]);
  expect(program.taken.size).toBe(1);
  expect(max.id).not.toBe(again.id);
});

test("a permission that is taken back reaches the program as an event, also if it never answered well, and no lead follows", async () => {
  const { id, recipient } = await sentScene();
  program.answers = () => fails(new TypeError("internal error"));
  await sweepOnce();
  await answer(id, recipient, "no");
  program.answers = () => new Response(null, { status: 204 });
  vi.setSystemTime(NOON.getTime() + MINUTE_MS);
  expect(await sweepOnce()).toEqual([]);
  expect(events()).toMatchObject([
    { type: "lead.withdrawn", data: { id, notice: expect.stringContaining("Please do not contact them") } },
  ]);
  expect(JSON.stringify(events())).not.toContain("Maria");
});

test("a stop tells a program of a lead that it may have, and nothing goes out after it", async () => {
  const { id } = await sentScene();
  program.answers = () => new Response(null, { status: 500 });
  await sweepOnce();
  program.taken.clear();
  await post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {});
  program.answers = () => new Response(null, { status: 204 });
  vi.setSystemTime(NOON.getTime() + MINUTE_MS);
  await sweepOnce();
  expect(events().map(({ type }) => type)).toEqual(["lead.withdrawn"]);
});

test("without a secret, and with one that this site cannot open, nothing leaves; what waited for one is due as soon as it is made", async () => {
  const { max, recipient } = await sentScene({ hasSecret: false });
  await sweepOnce();
  expect((await deliveries(max, recipient)).deliveries).toMatchObject([{ status: "owed", lastError: "no-secret" }]);
  program.secret = await newSecret(max, recipient);
  await sweepOnce({ HASH_KEY: "the key of a copy of the site" });
  expect(program.asked).toBe(0);
  expect((await deliveries(max, recipient)).deliveries).toMatchObject([{ attempts: 2, lastError: "no-secret" }]);
  vi.setSystemTime(NOON.getTime() + 10 * MINUTE_MS);
  await sweepOnce();
  expect(program.taken.size).toBe(1);
});

test("on staging no program gets anything that MAIL_ONLY_TO does not name", async () => {
  const { max, recipient } = await sentScene();
  await sweepOnce({ MAIL_ONLY_TO: "office@example.com" });
  expect(program.asked).toBe(0);
  expect((await deliveries(max, recipient)).deliveries).toMatchObject([{ status: "dropped" }]);
});

test("a secret is shown once, stored encrypted, in the history without its value, and a new one signs from then on", async () => {
  const { max, recipient } = await sentScene();
  const first = program.secret;
  expect(first).toMatch(/^whsec_[\w+/]{43}=$/);
  const stored = await env.DB.prepare("select * from webhook_secrets").all();
  const seen = JSON.stringify([
    stored.results,
    await deliveries(max, recipient),
    await (await max.get("/api/desk/directory")).json(),
    await (await max.get(`/api/desk/directory/${recipient.recipientId}/changes`)).json(),
    (await env.DB.prepare("select * from audit").all()).results,
  ]);
  expect(seen).not.toContain(first.slice(6));
  expect(seen).toContain('"webhookSecret":"a new one"');
  program.secret = await newSecret(max, recipient);
  expect(program.secret).not.toBe(first);
  await sweepOnce();
  expect([program.taken.size, program.refused]).toEqual([1, 0]);
  expect((await max.post("/api/desk/directory/nobody/secret")).status).toBe(404);
});

test("an import takes a webhook where an email address may stand, and no private address", async () => {
  const max = await signedIn("manager", "max");
  const file = (address: string) => `Kind,Name,Metro,Email for leads\ndealer,Imported,Austin,${address}`;
  const state = async (address: string) => {
    const preview = await max.post("/api/desk/import/preview", { csv: file(address) });
    return (await preview.json<Answer<"POST /desk/import/preview">>()).rows.map((row) => row.state);
  };
  expect(await state(URL)).toEqual(["new"]);
  expect(await state("https://10.0.0.8/hooks")).toEqual(["bad"]);
  expect((await max.post("/api/desk/import", { csv: file(URL), seen: [] })).status).toBe(200);
  expect(await env.DB.prepare("select leadAddress from dealers").first("leadAddress")).toBe(URL);
});
