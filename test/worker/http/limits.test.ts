import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { mailboxOf } from "../../../db/model/contact/person.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { languageOf } from "../../../db/model/site/address.ts";
import { paths } from "../../../db/model/site/paths.ts";
import { COUNTER_KEPT_DAYS, SIGN_IN_COUNTER_KEPT_DAYS } from "../../../db/model/time/retention.ts";
import { mailedLink } from "../../../worker/contact/opened-link.ts";
import type { Env } from "../../../worker/env.ts";
import { limits, networkOf } from "../../../worker/http/limits.ts";
import { callWith, postWith, strict } from "../calls/call.ts";
import { mailed } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { envWithout } from "../routes/faults.ts";
import { addressOf, apiRoutes, pageRoutes } from "../routes/routes.ts";
import { addMember, PASSWORD } from "../staff/staff.ts";

/** Limits are exact, per client, and tell when to come back. */

freshDatabase();

const NOON = Date.UTC(2026, 10, 21, 12);
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const SUBMIT = "/api/applications/submit";
const message = { name: "Maria Lopez", message: "Do you help with a truck for work?" };

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

function submit(ip = "203.0.113.9", headers: Record<string, string> = {}, bindings = strict) {
  return postWith(bindings, SUBMIT, exampleApplication(), { "cf-connecting-ip": ip, ...headers });
}

async function stored(table: string) {
  return await env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

const routes: [name: string, short: number, long: number, ask: () => Promise<Response>][] = [
  ["submit", 10, 60, () => submit()],
  ["contact", 5, 20, () => postWith(strict, "/api/contact", message, { "cf-connecting-ip": "203.0.113.9" })],
];
const tables: Record<string, string> = {
  submit: "applications",
  contact: "contact_messages",
};
for (const [name, short, long, ask] of routes) {
  test(`${name}: ${short} in ten minutes and ${long} a day pass, no more`, {
    timeout: 60_000,
  }, async () => {
    let passed = 0;
    for (let window = 0; window < long / short; window++) {
      for (let n = 0; n < short; n++) expect((await ask()).ok).toBe(true);
      passed += short;
      const refused = await ask();
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get("retry-after"));
      const isLast = passed === long;
      expect(wait).toBe(isLast ? (24 * HOUR - (Date.now() - NOON)) / SECOND : 600);
      vi.setSystemTime(Date.now() + 10 * MINUTE);
    }
    expect((await ask()).status).toBe(429);
    expect(await stored(tables[name] ?? "")).toBe(long);
    if (name === "submit") expect(await stored("outbox")).toBe(long);
    vi.setSystemTime(NOON + 24 * HOUR);
    expect((await ask()).ok).toBe(true);
  });
}

/** A guard that records whom it counts, and admits so many. */
function guard(max: number) {
  const keys: string[] = [];
  return { keys, limit: async ({ key }: { key: string }) => ({ success: keys.push(key) <= max }) };
}

/** As Cloudflare's guard counts within a minute: each key by itself. */
function counting(max: number): RateLimit {
  const counts = new Map<string, number>();
  return {
    limit: async ({ key }) => {
      counts.set(key, (counts.get(key) ?? 0) + 1);
      return { success: (counts.get(key) ?? 0) <= max };
    },
  };
}

test("a flood of any call is turned away before D1 is asked", async () => {
  for (const route of apiRoutes) {
    const flooded: Env = { ...envWithout("d1"), LIMITS: "strict", FLOOD_GUARD: guard(0) };
    const refused = await callWith(flooded, addressOf(route), { method: route.method });
    expect([route.pattern, refused.status, refused.headers.get("retry-after")]).toEqual([route.pattern, 429, "60"]);
    expect((await refused.json<{ error: string }>()).error).toContain("in a minute");
  }
});

test("a flood of any page is turned away before D1 is asked", async () => {
  for (const { method, pattern } of pageRoutes) {
    const flooded: Env = { ...envWithout("d1", "r2"), LIMITS: "strict", FLOOD_GUARD: guard(0) };
    const refused = await callWith(flooded, pattern.replace(/:\w+|\*/, "x"), { method });
    expect([pattern, refused.status, refused.headers.get("retry-after")]).toEqual([pattern, 429, "60"]);
    expect(refused.headers.get("content-type")).toMatch(/^text\/plain/);
    expect(await refused.text()).toBe(
      languageOf(pattern) === "es"
        ? "Demasiados intentos por ahora. Vuelva en un minuto."
        : "Too many tries for now. Please come back in a minute.",
    );
  }
});

test("each network is counted apart, under a name that hides its address", async () => {
  const FLOOD_GUARD = guard(9);
  for (const ip of ["203.0.113.9", "2001:db8::1", "2001:db8::2"]) await submit(ip, {}, { ...strict, FLOOD_GUARD });
  const [first, second, third] = FLOOD_GUARD.keys;
  expect(second).toBe(third);
  expect(first).not.toBe(second);
  expect(first).toMatch(/^[0-9a-f]{64}$/);
});

test("ten members behind one address are no flood", async () => {
  const [MEMBERS, ASKED] = [10, 30];
  const guards = { FLOOD_GUARD: counting(ASKED), OFFICE_GUARD: counting(MEMBERS * ASKED) };
  const ask = async (member: string, ip = "203.0.113.9") => {
    const headers = { "cf-connecting-ip": ip, cookie: `__Host-session=${member}` };
    return (await callWith({ ...strict, ...guards }, "/api/session", { headers })).status;
  };
  const asked = Array.from({ length: MEMBERS * ASKED }, (_, n) => () => ask(`member-${n % MEMBERS}`));
  for (const each of asked) expect(await each()).toBe(200);
  expect(await ask("made-up")).toBe(429);
  expect(await ask("made-up", "198.51.100.7")).toBe(200);
  expect(await ask("member-1", "198.51.100.7")).toBe(429);
});

test("the guard lets 600 requests of one client through", async () => {
  const max = 600;
  // A new minute may start in between, and then the count starts again.
  let passed = 0;
  while (passed < 3 * max && (await env.FLOOD_GUARD.limit({ key: "flood" })).success) passed++;
  expect(passed).toBeGreaterThanOrEqual(max);
  expect(passed).toBeLessThan(3 * max);
});

test("when floods cannot be counted everybody passes", async () => {
  const limit = () => {
    throw new Error("down");
  };
  const down = { ...strict, FLOOD_GUARD: { limit }, OFFICE_GUARD: { limit } };
  expect((await submit(undefined, {}, down)).status).toBe(201);
  expect((await submit(undefined, { cookie: "__Host-session=x" }, down)).status).toBe(201);
});

test("many at once pass no more than the limit", async () => {
  const statuses = (await Promise.all(Array.from({ length: 30 }, () => submit()))).map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(10);
  expect(statuses.filter((status) => status === 429)).toHaveLength(20);
  vi.setSystemTime(NOON + 10 * MINUTE);
  expect((await submit()).status).toBe(201);
  const { results } = await env.DB.prepare(
    "select count, max from counters where name like 'submit/%' order by max",
  ).all();
  expect(results).toEqual([
    { count: 1, max: 10 },
    { count: 11, max: 60 },
  ]);
});

test("sending again with the same key is not counted", async () => {
  const key = { "idempotency-key": "one" };
  const { ref } = await submit(undefined, key).then((answer) => answer.json<{ ref: string }>());
  for (let n = 0; n < 9; n++) await submit();
  expect((await submit()).status).toBe(429);
  expect(await submit(undefined, key).then((answer) => answer.json())).toMatchObject({ ref });
});

test("clients are counted by IPv4 address or half an IPv6 one", async () => {
  for (let n = 0; n < 10; n++) await submit(`2001:db8:1:2::${n}`);
  expect((await submit("2001:db8:1:2:aaaa:bbbb:cccc:dddd")).status).toBe(429);
  expect((await submit("2001:db8:1:3::1")).status).toBe(201);
  expect((await submit("203.0.113.9")).status).toBe(201);
});

for (const [address, network] of [
  ["203.0.113.9", "203.0.113.9"],
  ["::ffff:203.0.113.9", "203.0.113.9"],
  ["2001:db8::1", "2001:db8:0:0"],
  ["1:2:3:4:5:6:7:8", "1:2:3:4"],
] as const) {
  test(`'${address}' is of the network '${network}'`, () => {
    expect(networkOf(address)).toBe(network);
  });
}

test("no counter lasts longer than the privacy page says", () => {
  for (const [kind, windows] of Object.entries(limits)) {
    const kept = kind === "signed-in" ? SIGN_IN_COUNTER_KEPT_DAYS : COUNTER_KEPT_DAYS;
    // What has expired is deleted the night after.
    for (const { seconds } of windows) expect(seconds / 86_400 + 1, kind).toBeLessThanOrEqual(kept);
  }
});

test("no address and no name is kept in the counters", async () => {
  await submit();
  await postWith(strict, "/api/session", { username: "maria", password: "wrong" });
  const { results } = await env.DB.prepare("select * from counters").all<{ name: string }>();
  expect(results).toHaveLength(10);
  for (const { name } of results) expect(name).toMatch(/^[a-z-]+\/\d+\/[0-9a-f]{64}$/);
});

/** Members name0, name1 ...: checking a wrong password is fast for them, but slow on purpose for unknown names. */
async function addMembers(count: number) {
  for (let n = 0; n < count; n++) await addMember(`name${n}`);
}

/** The status of a sign-in from this address. */
async function signIn(username: string, ip: string, password = "wrong") {
  return (await postWith(strict, "/api/session", { username, password }, { "cf-connecting-ip": ip })).status;
}

test("sign-in: one name has five tries a minute from one network", {
  timeout: 300_000,
}, async () => {
  await addMember("maria");
  const statuses: number[] = [];
  for (let n = 0; n < 8; n++) statuses.push(await signIn(n % 2 ? "Maria" : "maria", "203.0.113.9"));
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429, 429]);
  expect(await signIn("maria", "203.0.113.10")).toBe(401);
  expect(await signIn("joe", "203.0.113.9")).toBe(401);
  vi.setSystemTime(NOON + MINUTE);
  expect(await signIn("maria", "203.0.113.9")).toBe(401);
});

test("sign-in: one network has twenty wrong passwords an hour", {
  timeout: 300_000,
}, async () => {
  await addMembers(22);
  const statuses: number[] = [];
  for (let n = 0; n < 22; n++) statuses.push(await signIn(`name${n}`, `2001:db8:1:2::${n}`));
  expect(statuses).toEqual([...Array(20).fill(401), 429, 429]);
  expect(await signIn("name21", "203.0.113.9", PASSWORD)).toBe(200);
  vi.setSystemTime(NOON + HOUR);
  expect(await signIn("name21", "2001:db8:1:2::1", PASSWORD)).toBe(200);
});

test("sign-in: whoever signed in there lately is not locked out by others", {
  timeout: 300_000,
}, async () => {
  for (const name of ["maria", "joe"]) await addMember(name);
  await addMembers(20);
  expect(await signIn("maria", "203.0.113.9", PASSWORD)).toBe(200);
  for (let n = 0; n < 20; n++) expect(await signIn(`name${n}`, "203.0.113.9")).toBe(401);
  expect(await signIn("joe", "203.0.113.9", PASSWORD)).toBe(429);
  for (const password of ["wrong", PASSWORD]) {
    expect(await signIn("maria", "203.0.113.9", password)).toBe(password === PASSWORD ? 200 : 401);
  }
  expect(await signIn("joe", "203.0.113.9", PASSWORD), "hers gave nothing back").toBe(429);
});

test("sign-in: nobody locks somebody else out; strangers only slow the right password", {
  timeout: 300_000,
}, async () => {
  await addMember("maria");
  const pause = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
  for (let n = 0; n < 22; n++) expect(await signIn("maria", `203.0.113.${n}`)).toBe(401);
  expect(await signIn("maria", "198.51.100.7", PASSWORD)).toBe(200);
  const pauses = pause.mock.calls.map(([milliseconds]) => milliseconds);
  pause.mockRestore();
  expect(pauses).toEqual([...Array(20).fill(0), ...Array(3).fill(1000)]);
});

/** Applies with this e-mail from a new network of the same site, so that only the e-mail is limited. */
async function applyAs(email: string, site = HOME) {
  const response = await postWith(strict, SUBMIT, exampleApplication({ email }), from(site));
  expect(response.status).toBe(201);
  return (await response.json<{ ref: string }>()).ref;
}

/** Asks for a code from this site. Returns the status. */
async function askCode(ref: string, site = HOME, purpose = "deletion") {
  return (await postWith(strict, `/api/applications/${ref}/${purpose}`, {}, from(site))).status;
}

/** A new network of this site. */
function from(site: string) {
  return { "cf-connecting-ip": `${site}:${(networks++).toString(16)}::1` };
}
let networks = 0;
const HOME = "2001:db8:1";
const ELSEWHERE = "2001:db8:2";

/** Sends all owed mail, and returns its addresses. */
async function addressesMailed() {
  return (await mailed()).map(({ to }) => to);
}

test("mail: an address gets three confirmations an hour, six a day", {
  timeout: 60_000,
}, async () => {
  const refs: string[] = [];
  const sentIn: number[] = [];
  for (let hour = 0; hour < 4; hour++) {
    vi.setSystemTime(NOON + hour * HOUR);
    for (let n = 0; n < 4; n++) refs.push(await applyAs("maria@example.com"));
    sentIn.push((await addressesMailed()).length);
  }
  expect(sentIn).toEqual([3, 3, 0, 0]);
  expect(await stored("applications")).toBe(16);
  const states = await Promise.all(
    refs.map(async (ref) => {
      const guidance = await callWith(strict, `/api/applications/${ref}/guidance`);
      return (await guidance.json<{ confirmation: string }>()).confirmation;
    }),
  );
  const third = ["sent", "sent", "sent", "tooManyMails"];
  expect(states).toEqual([...third, ...third, ...Array(8).fill("tooManyMails")]);
  expect(await applyAs("joe@example.com").then(addressesMailed)).toEqual(["joe@example.com"]);
  vi.setSystemTime(NOON + 24 * HOUR);
  await applyAs("maria@example.com");
  expect(await addressesMailed()).toEqual(["maria@example.com"]);
});

test("mail: many at once owe no more than three", async () => {
  await Promise.all(Array.from({ length: 12 }, () => applyAs("maria@example.com")));
  expect(await addressesMailed()).toHaveLength(3);
  const again = { "idempotency-key": "one", "cf-connecting-ip": "198.51.100.1" };
  for (let n = 0; n < 4; n++) {
    await postWith(strict, SUBMIT, exampleApplication({ email: "joe@example.com" }), again);
  }
  const { results } = await env.DB.prepare("select count from counters where name like 'mail/3600/%'").all();
  expect(results.map(({ count }) => count).toSorted()).toEqual([1, 3]);
});

test("newsletters asked for in another's name use up nothing of theirs", async () => {
  const subscribe = (email: string) => postWith(strict, "/api/newsletter", { email }, from(HOME));
  const usual = await subscribe("MariaLopez@Gmail.com").then((answer) => answer.text());
  for (const word of ["a", "b"]) await subscribe(`marialopez+${word}@gmail.com`);
  expect(await addressesMailed()).toHaveLength(3);
  const more = await subscribe("maria.lopez+news@gmail.com");
  expect([more.status, await more.text()]).toEqual([202, usual]);
  expect(await addressesMailed()).toEqual([]);

  const ref = await applyAs("Maria.Lopez@gmail.com");
  for (const word of ["a", "b"]) await applyAs(`marialopez+${word}@gmail.com`);
  expect(await addressesMailed()).toHaveLength(3);
  const code = () => postWith(strict, `/api/applications/${ref}/deletion`, {}, from(HOME));
  for (let n = 0; n < 3; n++) expect((await code()).status).toBe(202);
  const refused = await code();
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "3600"]);
  expect(await refused.json()).toMatchObject({ ok: false, error: expect.stringContaining("come back in an hour") });
  expect(await stored("codes")).toBe(1);
});

test("mail: applying in another's name uses up nothing of theirs elsewhere", async () => {
  const strangers: string[] = [];
  for (const word of ["a", "b", "c", "d"]) strangers.push(await applyAs(`marialopez+${word}@gmail.com`, ELSEWHERE));
  expect(await addressesMailed()).toHaveLength(3);
  const ref = await applyAs("Maria.Lopez@gmail.com");
  expect(await addressesMailed()).toEqual(["Maria.Lopez@gmail.com"]);

  const codes: number[] = [];
  for (const stranger of strangers) codes.push(await askCode(stranger, ELSEWHERE));
  expect(codes).toEqual([202, 202, 202, 429]);
  for (const purpose of ["deletion", "correction", "deletion"]) expect(await askCode(ref, HOME, purpose)).toBe(202);
});

test("mail: an application gets three codes an hour, six a day", async () => {
  const ref = await applyAs("maria@example.com");
  const statuses: number[][] = [];
  for (let hour = 0; hour < 3; hour++) {
    vi.setSystemTime(NOON + hour * HOUR);
    statuses.push([]);
    for (let n = 0; n < 4; n++) statuses.at(-1)?.push(await askCode(ref, `2001:db8:${hour}${n}`));
  }
  expect(statuses).toEqual([
    [202, 202, 202, 429],
    [202, 202, 202, 429],
    [429, 429, 429, 429],
  ]);
});

test("mail: from everywhere together an address gets fifteen an hour, thirty daily", {
  timeout: 120_000,
}, async () => {
  const confirmations: number[] = [];
  const codes: number[] = [];
  for (let hour = 0; hour < 3; hour++) {
    vi.setSystemTime(NOON + hour * HOUR);
    const refs: [ref: string, site: string][] = [];
    for (let n = 0; n < 18; n++) {
      const site = `2001:db8:${hour}${Math.floor(n / 3)}`;
      refs.push([await applyAs("maria@example.com", site), site]);
    }
    confirmations.push((await addressesMailed()).length);
    const statuses: number[] = [];
    for (const [ref, site] of refs) statuses.push(await askCode(ref, site));
    codes.push(statuses.filter((status) => status === 202).length);
    await addressesMailed();
  }
  expect([confirmations, codes]).toEqual([
    [15, 15, 0],
    [15, 15, 0],
  ]);
});

/** The proof in the fragment of the link in the mail about the oldest application. */
async function mailedProof() {
  const id = (await env.DB.prepare("select id from applications").first<string>("id")) ?? "";
  const link = await mailedLink(strict, { id, email: "maria@example.com", emailSetBy: null });
  return { proof: link?.split(paths.mailProof)[1] };
}

test("mail: whoever proves the mailbox asks for codes despite strangers", async () => {
  const ref = await applyAs("maria@example.com");
  const own = await mailedProof();
  const stranger = await applyAs("maria@example.com");
  const ask = async (whose: string, body = {}) =>
    (await postWith(strict, `/api/applications/${whose}/deletion`, body)).status;
  // That its link was opened once proves nothing about who asks now.
  await postWith(strict, `/api/applications/${ref}/opened`, own);
  for (const status of [202, 202, 202, 429]) expect(await ask(stranger, own)).toBe(status);
  expect(await ask(ref)).toBe(429);
  expect(await ask(ref, own)).toBe(202);
});

for (const [address, mailbox] of [
  ["A.b+c+d@Example.com", "a.b@example.com"],
  ["a.b+c@GMail.com", "ab@gmail.com"],
  ["+@example.com", "+@example.com"],
] as const) {
  test(`'${address}' is the mailbox '${mailbox}'`, () => {
    expect(mailboxOf(address)).toBe(mailbox);
  });
}

test("references: a hundred unknown ones a day, known ones without end", { timeout: 300_000 }, async () => {
  const ip = { "cf-connecting-ip": "203.0.113.9" };
  const { ref } = await submit().then((answer) => answer.json<{ ref: string }>());
  const read = (path: string) => callWith(strict, `/api/applications/${path}`, { headers: ip });
  for (let n = 0; n < 50; n++) {
    expect((await read(crypto.randomUUID())).status).toBe(404);
    expect((await read(`${crypto.randomUUID()}/guidance`)).status).toBe(404);
  }
  expect((await read(crypto.randomUUID())).status).toBe(429);
  expect((await read("x/guidance")).status).toBe(429);
  const time = new Date().toISOString();
  const consentRecord = { textIds: ["contact-again-2"], language: "en", shownAt: time, tickedAt: time };
  for (const what of ["deletion", "deletion/confirm", "stop-contact", "resume-contact"]) {
    const { status } = await postWith(strict, `/api/applications/x/${what}`, { code: "123456", consentRecord }, ip);
    expect([what, status]).toEqual([what, 429]);
  }
  expect((await read(ref)).status).toBe(200);
  expect((await read(`${ref}/guidance`)).status).toBe(200);
  vi.setSystemTime(NOON + 24 * HOUR);
  expect((await read("x")).status).toBe(404);
});
