import { createMessageBatch } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { referenceOf } from "../../../worker/form/reference.ts";
import { everyMinute } from "../../../worker/operations/alarms.ts";
import worker from "../../../worker/site/index.ts";
import { post, postWith, withoutIds } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { type Fate, faultyEnv, type SentMail } from "../routes/faults.ts";
import { type Colleague, idOf, sessionOf, signedIn } from "../staff/staff.ts";

/** New applications that nobody takes are told of at once, after 5 minutes and after 15, while we are open. */

freshDatabase();

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
/** A Monday, 1 PM in Texas. */
const START = Date.UTC(2026, 10, 23, 19);
const OFFICE = "alerts@example.com";

let sent: SentMail[];
let rung: string[];
let bindings: Env;
let fate: Fate;
let people = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  fate = () => null;
  const faulty = faultyEnv((part) => fate(part));
  ({ sent, rung } = faulty);
  bindings = { ...faulty.env, ALERT_EMAIL: OFFICE };
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** An applicant sends the form so many minutes after the start, and the queue rings. Returns the id. */
async function arrive(after = 0, changes: Parameters<typeof exampleApplication>[0] = {}) {
  vi.setSystemTime(START + after * MINUTE);
  people++;
  const person = { phone: `512 555 ${1000 + people}`, email: `person${people}@example.com`, ...changes };
  const response = await postWith(bindings, "/api/applications/submit", exampleApplication(person));
  expect(response.status).toBe(201);
  for (const body of rung.splice(0)) {
    await worker.queue(
      createMessageBatch("bluebonnet-outbox", [{ id: body, timestamp: new Date(), attempts: 1, body }]),
      bindings,
    );
  }
  return idOf((await response.json<{ ref: string }>()).ref);
}

/** The cron job of each minute up to this one after the start. */
async function untilMinute(after: number) {
  while (Date.now() < START + after * MINUTE) {
    vi.setSystemTime(Math.min(Date.now() + MINUTE, START + after * MINUTE));
    await everyMinute(bindings);
  }
}

/** Who got which alert, in order of time: 'office: 1' for one application. Empties the list. */
function told() {
  return sent.splice(0).flatMap(({ to, subject, text }) => {
    if (!/New applications|Nobody has called/.test(subject)) return [];
    const count = /(\d+)\s+(?:more|new)\s+applications/.exec(text)?.[1] ?? "1";
    const minutes = /waited\s+for\s+more\s+than\s+(\d+)\s+minutes/.exec(text)?.[1];
    return `${to === OFFICE ? "office" : to.split("@")[0]}: ${count}${minutes ? ` after ${minutes}` : ""}`;
  });
}

async function member(
  role: "author" | "specialist" | "manager",
  name: string,
  alertEmail: string | null = `${name}@firm.example`,
) {
  const colleague = await signedIn(role, name);
  const saved = await colleague.put("/api/desk/account/alert-email", { alertEmail });
  expect(saved.status).toBe(role === "author" ? 403 : 200);
  return colleague;
}

test("the office is told at once: how many wait and by when, and nothing about anybody", async () => {
  await arrive(0, { fullName: "Canaryfirst Canarylast", phone: "210 555 0142", email: "canary@canary.example" });
  const [mail, ...others] = sent.filter(({ to }) => to === OFFICE);
  expect(others).toEqual([]);
  expect(mail?.text).toContain("One more application is waiting, due by Mon, Nov 23, 8:00 PM Central.");
  expect(withoutIds(`${mail?.text}${mail?.html}`)).not.toMatch(/canary|555.?01|maria|lopez|78205|results\?ref/i);
});

test("those that come within a minute after a mail are together in the next one", async () => {
  await arrive(0);
  await arrive(0.2);
  await arrive(0.9);
  expect(told()).toEqual(["office: 1"]);
  await untilMinute(2);
  expect(told()).toEqual(["office: 2"]);
  await arrive(3);
  expect(told()).toEqual(["office: 1"]);
});

test("after 5 minutes everybody at the desk who wants it is told, after 15 the managers, each once", async () => {
  await member("specialist", "sam");
  await member("manager", "max");
  await member("author", "ann");
  await member("specialist", "sue", null);
  await env.DB.prepare(
    "insert into users (id, username, password, role, alertEmail) values ('a', 'al', '', 'author', 'al@firm.example')",
  ).run();
  await env.DB.prepare(
    "insert into users (id, username, password, role, alertEmail, deactivatedAt) values ('b', 'bo', '', 'manager', 'bo@firm.example', 1)",
  ).run();
  await arrive(0);
  expect(told()).toEqual(["office: 1"]);
  await untilMinute(4);
  expect(told()).toEqual([]);
  await untilMinute(5);
  expect(told().sort()).toEqual(["max: 1 after 5", "sam: 1 after 5"]);
  await untilMinute(14);
  expect(told()).toEqual([]);
  await untilMinute(15);
  expect(told()).toEqual(["max: 1 after 15"]);
  await untilMinute(60);
  expect(told()).toEqual([]);
});

for (const [what, act] of [
  ["claimed", (sam, id) => sam.post(`/api/desk/case/${id}/claim`)],
  [
    "called and given back",
    async (sam, id) => {
      await sam.post(`/api/desk/case/${id}/claim`);
      await sam.post(`/api/desk/case/${id}/calls`, { outcome: "reached" });
      return sam.post(`/api/desk/case/${id}/release`);
    },
  ],
  [
    "stopped by its applicant",
    async (_, id) => post(`/api/applications/${await referenceOf(env, id)}/stop-contact`, {}),
  ],
] as [string, (sam: Colleague, id: string) => Promise<Response>][]) {
  test(`an application that was ${what} in time is told to nobody, and the one after it is`, async () => {
    const sam = await member("specialist", "sam");
    const id = await arrive(0);
    await untilMinute(2);
    expect((await act(sam, id)).status).toBeLessThan(300);
    await arrive(3);
    told();
    await untilMinute(7);
    expect(told()).toEqual([]);
    await untilMinute(8);
    expect(told()).toEqual(["sam: 1 after 5"]);
  });
}

test("a mail that is owed says nothing any more once the application is claimed", async () => {
  const sam = await member("specialist", "sam");
  const id = await arrive(0);
  fate = (part) => (part === "email" ? "before" : null);
  await untilMinute(5);
  fate = () => null;
  expect((await sam.post(`/api/desk/case/${id}/claim`)).status).toBe(200);
  told();
  await untilMinute(30);
  expect(told()).toEqual([]);
});

test("nights and Sundays are quiet; at 8 the office has one mail for all, and five minutes later the desk", async () => {
  await member("specialist", "sam");
  vi.setSystemTime(START);
  // Saturday, 9 PM, and Sunday noon in Texas.
  const saturday = 5 * 24 * 60 + 8 * 60;
  const monday = 7 * 24 * 60 - 5 * 60;
  await arrive(saturday);
  await arrive(saturday + 15 * 60);
  expect(told()).toEqual([]);
  vi.setSystemTime(START + (monday - 2) * MINUTE);
  await untilMinute(monday - 1);
  expect(told()).toEqual([]);
  await untilMinute(monday);
  expect(told()).toEqual(["office: 2"]);
  await untilMinute(monday + 4);
  expect(told()).toEqual([]);
  await untilMinute(monday + 5);
  expect(told()).toEqual(["sam: 2 after 5"]);
});

test("without an address of the office the members are told all the same", async () => {
  await member("specialist", "sam");
  bindings = { ...bindings, ALERT_EMAIL: "" };
  await arrive(0);
  await untilMinute(5);
  expect(told()).toEqual(["sam: 1 after 5"]);
});

test("if the office cannot be told at once, the next minute does it", async () => {
  let calls = 0;
  fate = (part) => (part === "d1" && ++calls > 1 ? "before" : null);
  await arrive(0);
  fate = () => null;
  expect(told()).toEqual([]);
  await untilMinute(1);
  expect(told()).toEqual(["office: 1"]);
});

test("a member who leaves or takes the address back is told no more, and managers see who is told where", async () => {
  const sam = await member("specialist", "sam");
  const max = await member("manager", "max", null);
  const members = await (await max.get("/api/desk/members")).json<{ members: object[] }>();
  expect(members.members).toContainEqual(expect.objectContaining({ username: "sam", alertEmail: "sam@firm.example" }));
  expect((await sam.put("/api/desk/account/alert-email", { alertEmail: "sam@firm" })).status).toBe(400);
  await max.post(`/api/desk/members/${sam.id}/deactivate`, { handTo: null });
  await max.post(`/api/desk/members/${sam.id}/reactivate`);
  await arrive(0);
  told();
  await untilMinute(5);
  expect(told()).toEqual([]);
  const audit = await (await max.get("/api/desk/audit")).text();
  expect(audit).toContain("a new one");
  expect(audit).not.toContain("sam@firm");
});

/** A key pair, as the firm makes it for PUSH_KEY, and what checks its signatures. */
async function pushKeys() {
  const keys = (await crypto.subtle.generateKey({ name: "ECDSA", namedCurve: "P-256" }, true, [
    "sign",
    "verify",
  ])) as CryptoKeyPair;
  return { PUSH_KEY: JSON.stringify(await crypto.subtle.exportKey("jwk", keys.privateKey)), publicKey: keys.publicKey };
}

/** Push services that answer so, and what they were asked. */
function pushServices(
  answer: (url: string) => Response | Promise<Response> = () => new Response(null, { status: 201 }),
) {
  const knocks: { url: string; headers: Headers }[] = [];
  vi.spyOn(globalThis, "fetch").mockImplementation(async (url, init) => {
    knocks.push({ url: String(url), headers: new Headers(init?.headers) });
    expect(init?.body).toBeUndefined();
    return answer(String(url));
  });
  return knocks;
}

const CHROME = "https://fcm.googleapis.com/fcm/send/abc:DEF-1";

test("a device that a member chose is knocked at once, signed by our key, without a word about anybody", async () => {
  const { PUSH_KEY, publicKey } = await pushKeys();
  bindings = { ...bindings, PUSH_KEY };
  const sam = await signedIn("specialist", "sam");
  expect((await sam.put("/api/desk/account/push", { endpoint: CHROME })).status).toBe(200);
  const knocks = pushServices();
  await arrive(0);
  expect(knocks.map(({ url }) => url)).toEqual([CHROME]);
  const [, token = "", key = ""] =
    /^vapid t=([^,]+), k=(.+)$/.exec(knocks[0]?.headers.get("authorization") ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const fromBase64 = (text: string) => Buffer.from(text, "base64url");
  expect(
    await crypto.subtle.verify(
      { name: "ECDSA", hash: "SHA-256" },
      publicKey,
      fromBase64(signature),
      new TextEncoder().encode(`${head}.${claims}`),
    ),
  ).toBe(true);
  expect(JSON.parse(String(fromBase64(claims)))).toEqual({
    aud: "https://fcm.googleapis.com",
    exp: (START + HOUR) / SECOND,
    sub: `mailto:${bindings.MAIL_FROM}`,
  });
  expect(fromBase64(key)).toEqual(Buffer.from((await crypto.subtle.exportKey("raw", publicKey)) as ArrayBuffer));
  // Nobody is knocked up at night.
  await arrive(8 * 60);
  expect(knocks).toHaveLength(1);
});

test("devices are told while their session lasts: not after it ended, nor those of authors, nor those whose service has forgotten them", async () => {
  bindings = { ...bindings, PUSH_KEY: (await pushKeys()).PUSH_KEY };
  const [out, gone, kept] = [1, 2, 3].map((n) => `${CHROME}${n}`);
  const sam = await signedIn("specialist", "sam");
  await sam.put("/api/desk/account/push", { endpoint: out });
  const max = await signedIn("manager", "max");
  await max.put("/api/desk/account/push", { endpoint: gone });
  const phone = await sessionOf(max.id);
  await phone.put("/api/desk/account/push", { endpoint: kept });
  const ann = await signedIn("author", "ann");
  expect((await ann.put("/api/desk/account/push", { endpoint: `${CHROME}4` })).status).toBe(403);
  await env.DB.prepare("delete from sessions where userId = ?").bind(sam.id).run();
  const knocks = pushServices((url) => new Response(null, { status: url === gone ? 410 : 500 }));
  await arrive(0);
  expect(knocks.map(({ url }) => url).sort()).toEqual([gone, kept]);
  await arrive(1);
  expect(knocks.slice(2).map(({ url }) => url)).toEqual([kept]);
  await phone.put("/api/desk/account/push", { endpoint: null });
  await arrive(2);
  expect(knocks).toHaveLength(3);
});

test("a push service that does not answer keeps no application back, and no other device uninformed", async () => {
  bindings = { ...bindings, PUSH_KEY: (await pushKeys()).PUSH_KEY };
  for (const n of [1, 2]) {
    const colleague = await signedIn("specialist", `sam${n}`);
    await colleague.put("/api/desk/account/push", { endpoint: `${CHROME}${n}` });
  }
  const knocks = pushServices(() => {
    throw new TypeError("Network connection lost");
  });
  await arrive(0);
  expect(knocks).toHaveLength(2);
  expect(told()).toEqual(["office: 1"]);
});

test("only addresses of browsers' push services are stored", async () => {
  const sam = await signedIn("specialist", "sam");
  for (const endpoint of [
    "http://fcm.googleapis.com/fcm/send/a",
    "https://fcm.googleapis.com.example.org/a",
    "https://fcm.googleapis.com@10.0.0.1/a",
    "https://localhost/a",
    "https://web.push.apple.com:8443/a",
    "https://fcm.googleapis.com/\n",
    `https://fcm.googleapis.com/${"a".repeat(1000)}`,
    7,
  ]) {
    expect((await sam.put("/api/desk/account/push", { endpoint })).status, String(endpoint)).toBe(400);
  }
  for (const endpoint of [
    "https://updates.push.services.mozilla.com/wpush/v2/gAAAA-_=",
    "https://web.push.apple.com/QGxyz",
    "https://wns2-by3p.notify.windows.com/w/?token=BQYAAA%2f%3d",
  ]) {
    expect((await sam.put("/api/desk/account/push", { endpoint })).status, endpoint).toBe(200);
  }
});
