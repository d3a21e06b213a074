import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { MINUTE_MS } from "../../../db/model/time/clock.ts";
import type { Env } from "../../../worker/env.ts";
import { call, callWith, post, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { apiRoutes, isDesk } from "../routes/routes.ts";
import { codeOf, newAuthenticator } from "./authenticator.ts";
import { addMember, type Colleague, PASSWORD, refusal, sessionOf, signedIn } from "./staff.ts";

/** On the deployed site, a password alone opens nothing. */

freshDatabase();

const NOON = Date.UTC(2026, 10, 21, 12);
const factor = "/api/second-factor";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: NOON }));
afterEach(() => void vi.useRealTimers());

/** A specialist who has given only the right password. */
function unverified(username = "dana") {
  return signedIn("specialist", username, { isVerified: false });
}

async function isIn(member: Colleague) {
  return (await member.get("/api/desk/queue")).status === 200;
}

async function addPasskey(member: Colleague, authenticator: Awaited<ReturnType<typeof newAuthenticator>>) {
  const { challenge } = await (await member.post(`${factor}/new-passkey/options`)).json<{ challenge: string }>();
  return member.post(`${factor}/new-passkey`, await authenticator.make(challenge));
}

async function addApp(member: Colleague) {
  const { secret } = await (await member.post(`${factor}/new-app`)).json<{ secret: string }>();
  const added = await member.post(`${factor}/new-app/code`, { code: codeOf(secret) });
  return { secret, ...(await added.json<{ recoveryCodes: string[] }>()) };
}

async function challengeFor(member: Colleague) {
  return (await (await member.post(`${factor}/passkey/options`)).json<{ challenge: string }>()).challenge;
}

test("a right password alone opens nothing but the second factor", {
  timeout: 60_000,
}, async () => {
  await addMember("ana", "manager");
  const response = await post("/api/session", { username: "ana", password: PASSWORD });
  expect(await response.json()).toEqual({
    ok: true,
    success: true,
    member: null,
    factors: { hasPasskey: false, hasApp: false },
  });
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  expect(await (await call("/api/session", { headers: { cookie } })).json()).toMatchObject({ member: null });
  const closed = apiRoutes.filter(
    (route) =>
      isDesk(route) ||
      /media$|blog\/drafts|\/id\//.test(route.pattern) ||
      /POST .*blog$/.test(`${route.method} ${route.pattern}`),
  );
  expect(closed.length).toBeGreaterThan(40);
  for (const { method, pattern } of closed) {
    const type = pattern === "/api/media" ? "multipart/form-data; boundary=x" : "application/json";
    const hasBody = method === "POST" || method === "PUT";
    const headers = { cookie, "content-type": type };
    const { status } = await call(pattern.replace(/:\w+/, "x"), { method, headers, ...(hasBody && { body: "{}" }) });
    expect(status, `${method} ${pattern}`).toBe(401);
  }
});

test("where it is optional, a password is enough until one exists", {
  timeout: 60_000,
}, async () => {
  const optional: Env = { ...env, SECOND_FACTOR: "optional" };
  await addMember("ana", "specialist");
  const enter = async () => {
    const response = await postWith(optional, "/api/session", { username: "ana", password: PASSWORD });
    const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
    return { ...(await response.json<{ member: unknown; factors: unknown }>()), cookie };
  };
  const first = await enter();
  expect(first.member).toEqual({ username: "ana", role: "specialist" });
  const userId = (await env.DB.prepare("select id from users").first<string>("id")) ?? "";
  await addApp(await sessionOf(userId));
  expect(await enter()).toMatchObject({ member: null, factors: { hasPasskey: false, hasApp: true } });
});

test("the first passkey opens the desk, and signs in again", async () => {
  const dana = await unverified();
  const passkey = await newAuthenticator();
  const added = await addPasskey(dana, passkey);
  const { recoveryCodes } = await added.json<{ recoveryCodes: string[] }>();
  expect(new Set(recoveryCodes).size).toBe(10);
  expect(await isIn(dana)).toBe(true);
  const later = await sessionOf(dana.id, false);
  expect(await isIn(later)).toBe(false);
  expect((await later.post(`${factor}/passkey`, await passkey.sign(await challengeFor(later)))).status).toBe(200);
  expect(await isIn(later)).toBe(true);
});

test("no recovery code and no app's secret stands in the database", async () => {
  const { secret, recoveryCodes } = await addApp(await unverified());
  const tables = ["users", "sessions", "recovery_codes", "audit"];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`select * from ${table}`).all()));
  const stored = JSON.stringify(rows);
  for (const text of [secret, ...recoveryCodes, ...recoveryCodes.map((code) => code.replace("-", ""))]) {
    expect(stored).not.toContain(text);
  }
  const [{ appSecret } = { appSecret: "" }] = (
    await env.DB.prepare("select appSecret from users").all<{ appSecret: string }>()
  ).results;
  expect(appSecret.length).toBeGreaterThan(40);
});

test("a copy of the database under another key opens nothing", async () => {
  const dana = await unverified();
  const { secret, recoveryCodes } = await addApp(dana);
  vi.setSystemTime(NOON + MINUTE_MS);
  const elsewhere: Env = { ...env, HASH_KEY: "another" };
  const later = await sessionOf(dana.id, false);
  for (const code of [codeOf(secret), recoveryCodes[0]]) {
    const { status } = await postWith(elsewhere, `${factor}/code`, { code }, later.headers);
    expect([401, 503]).toContain(status);
  }
  expect(await isIn(later)).toBe(false);
});

test("an app's code works once, in whatever session", async () => {
  const dana = await unverified();
  const { secret } = await addApp(dana);
  const [one, other] = [await sessionOf(dana.id, false), await sessionOf(dana.id, false)];
  const wrong = "401 That code is not right, or it was used before. Wait for the next one.";
  expect(await refusal(await one.post(`${factor}/code`, { code: codeOf(secret) }))).toBe(wrong);
  vi.setSystemTime(NOON + MINUTE_MS);
  const tries = await Promise.all([one, other].map((each) => each.post(`${factor}/code`, { code: codeOf(secret) })));
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 401]);
  expect([await isIn(one), await isIn(other)].filter(Boolean)).toHaveLength(1);
  // An older code does not work either, even if the app has just shown it.
  const { status } = await (await sessionOf(dana.id, false)).post(`${factor}/code`, { code: codeOf(secret, -1) });
  expect(status).toBe(401);
});

test("a code from half a minute ago works, an older one not", async () => {
  const dana = await unverified();
  const { secret } = await addApp(dana);
  vi.setSystemTime(NOON + 10 * MINUTE_MS);
  const enter = async (later: number) =>
    (await (await sessionOf(dana.id, false)).post(`${factor}/code`, { code: codeOf(secret, later) })).status;
  expect(await enter(-4)).toBe(401);
  expect(await enter(-1)).toBe(200);
});

test("a recovery code works once, for its owner alone", async () => {
  const dana = await unverified();
  const { recoveryCodes } = await addApp(dana);
  const [first = "", second = ""] = recoveryCodes;
  const lee = await unverified("lee");
  await addApp(lee);
  const enter = async (id: string, code: string) =>
    (await (await sessionOf(id, false)).post(`${factor}/code`, { code })).status;
  expect(await enter(lee.id, first)).toBe(401);
  const tries = [` ${first.toUpperCase()} `, first.replace("-", " ")].map((code) => enter(dana.id, code));
  expect((await Promise.all(tries)).toSorted()).toEqual([200, 401]);
  expect(await enter(dana.id, first)).toBe(401);
  expect(await enter(dana.id, second)).toBe(200);
  const { recoveryCodes: left } = await (await dana.get("/api/desk/account")).json<{ recoveryCodes: number }>();
  expect(left).toBe(8);
});

test("new recovery codes replace the old ones", async () => {
  const dana = await unverified();
  const { recoveryCodes } = await addApp(dana);
  const made = await (await dana.post("/api/desk/account/recovery-codes")).json<{ recoveryCodes: string[] }>();
  const later = await sessionOf(dana.id, false);
  expect((await later.post(`${factor}/code`, { code: recoveryCodes[0] })).status).toBe(401);
  expect((await later.post(`${factor}/code`, { code: made.recoveryCodes[0] })).status).toBe(200);
});

const spoiled: [what: string, spoil: (dana: Colleague) => Promise<unknown>][] = [
  ["of another session", async (dana) => challengeFor(await sessionOf(dana.id, false))],
  [
    "that is ten minutes old",
    async (dana) => {
      const challenge = await challengeFor(dana);
      vi.setSystemTime(NOON + 10 * MINUTE_MS);
      return challenge;
    },
  ],
];
for (const [what, spoil] of spoiled) {
  test(`a passkey's answer to a challenge ${what} is refused`, async () => {
    const dana = await unverified();
    const passkey = await newAuthenticator();
    await addPasskey(dana, passkey);
    const later = await sessionOf(dana.id, false);
    const challenge = String(await spoil(later));
    expect((await later.post(`${factor}/passkey`, await passkey.sign(challenge))).status).toBe(401);
    expect(await isIn(later)).toBe(false);
  });
}

test("a passkey's answer that was overheard opens no session", async () => {
  const dana = await unverified();
  const passkey = await newAuthenticator();
  await addPasskey(dana, passkey);
  const [later, thief] = [await sessionOf(dana.id, false), await sessionOf(dana.id, false)];
  const answer = await passkey.sign(await challengeFor(later));
  expect((await later.post(`${factor}/passkey`, answer)).status).toBe(200);
  expect((await later.post(`${factor}/passkey`, answer)).status).toBe(401);
  expect((await thief.post(`${factor}/passkey`, answer)).status).toBe(401);
});

test("of a passkey and its copy only the one ahead works", async () => {
  const dana = await unverified();
  const passkey = await newAuthenticator();
  await addPasskey(dana, passkey);
  const sessions = [await sessionOf(dana.id, false), await sessionOf(dana.id, false), await sessionOf(dana.id, false)];
  const tries: [member: Colleague, answer: object][] = [];
  for (const session of sessions) tries.push([session, await passkey.sign(await challengeFor(session))]);
  const [behind, late, ahead] = tries as [(typeof tries)[0], (typeof tries)[0], (typeof tries)[0]];
  // The late request has been read and checked when the other one gets in.
  const getAhead = async () => expect((await ahead[0].post(`${factor}/passkey`, ahead[1])).status).toBe(200);
  const { env: bindings } = faultyEnv(interrupted("d1", 2, getAhead));
  expect((await postWith(bindings, `${factor}/passkey`, late[1], late[0].headers)).status).toBe(401);
  expect((await behind[0].post(`${factor}/passkey`, behind[1])).status).toBe(401);
  expect([await isIn(behind[0]), await isIn(late[0]), await isIn(ahead[0])]).toEqual([false, false, true]);
});

test("a passkey made on another website, or somebody else's, is refused", async () => {
  const dana = await unverified();
  expect((await addPasskey(dana, await newAuthenticator("https://evil.example"))).status).toBe(400);
  expect(await isIn(dana)).toBe(false);
  const passkey = await newAuthenticator();
  await addPasskey(dana, passkey);
  const lee = await unverified("lee");
  await addPasskey(await sessionOf(lee.id, false), await newAuthenticator());
  expect((await lee.post(`${factor}/passkey`, await passkey.sign(await challengeFor(lee)))).status).toBe(401);
  // Nor can adding it again take it over.
  await addPasskey(await sessionOf(lee.id), passkey);
  const owner = await env.DB.prepare("select userId from passkeys where id = ?").bind(passkey.id).first("userId");
  expect(owner).toBe(dana.id);
});

test("nobody adds a second factor by password alone", async () => {
  const dana = await unverified();
  const [one, other] = [await sessionOf(dana.id, false), await sessionOf(dana.id, false)];
  const made = await Promise.all(
    [one, other].map(async (each) => {
      const { challenge } = await (await each.post(`${factor}/new-passkey/options`)).json<{ challenge: string }>();
      return { each, answer: await (await newAuthenticator()).make(challenge) };
    }),
  );
  const tries = await Promise.all(made.map(({ each, answer }) => each.post(`${factor}/new-passkey`, answer)));
  expect(tries.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await refusal(await (await sessionOf(dana.id, false)).post(`${factor}/new-app`))).toBe(
    "403 Use your second factor before you set up another one.",
  );
});

test("the only second factor cannot be removed where it is required", async () => {
  const dana = await unverified();
  const passkey = await newAuthenticator();
  await addPasskey(dana, passkey);
  const remove = () => dana.post(`/api/desk/account/passkeys/${passkey.id}/remove`);
  expect(await refusal(await remove())).toBe("409 This is your only second factor. Set up another one first.");
  await addApp(dana);
  const both = await Promise.all([remove(), dana.post("/api/desk/account/app/remove")]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const { passkeys, hasApp } = await (await dana.get("/api/desk/account")).json<{ passkeys: []; hasApp: boolean }>();
  expect(passkeys.length + Number(hasApp)).toBe(1);
});

test("strangers cannot lock a member's app by a counter's name", async () => {
  const dana = await unverified();
  const { secret } = await addApp(dana);
  vi.setSystemTime(NOON + MINUTE_MS);
  for (const username of ["code of dana", "code dana"]) {
    await postWith(strict, "/api/session", { username, password: "wrong" }, { "cf-connecting-ip": "203.0.113.9" });
  }
  const manyTries = env.DB.prepare("update counters set count = 60 where name like 'wrong-password-for-name/%'");
  expect((await manyTries.run()).meta.changes).toBe(2);
  const own = { ...(await sessionOf(dana.id, false)).headers, "cf-connecting-ip": "198.51.100.7" };
  expect((await postWith(strict, `${factor}/code`, { code: codeOf(secret) }, own)).status).toBe(200);
});

test("wrong codes are limited for this member from this network only", {
  timeout: 60_000,
}, async () => {
  const dana = await unverified();
  const { secret } = await addApp(dana);
  vi.setSystemTime(NOON + MINUTE_MS);
  const thief = await sessionOf(dana.id, false);
  const send = (member: Colleague, code: string, ip: string) =>
    postWith(strict, `${factor}/code`, { code }, { ...member.headers, "cf-connecting-ip": ip });
  const statuses: number[] = [];
  for (let n = 0; n < 7; n++) statuses.push((await send(thief, "000000", "203.0.113.9")).status);
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429, 429]);
  const own = await sessionOf(dana.id, false);
  expect((await send(own, codeOf(secret), "198.51.100.7")).status).toBe(200);
});

test("after twenty wrong codes no app code works for a day", {
  timeout: 120_000,
}, async () => {
  const pause = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
  const dana = await unverified();
  const { secret, recoveryCodes } = await addApp(dana);
  const thief = await sessionOf(dana.id, false);
  const send = (member: Colleague, code = "", ip = "") =>
    postWith(strict, `${factor}/code`, { code }, { ...member.headers, "cf-connecting-ip": ip });
  vi.setSystemTime(NOON + MINUTE_MS);
  const tries = Array.from({ length: 30 }, (_, n) => send(thief, "000000", `203.0.113.${n}`));
  const statuses = (await Promise.all(tries)).map(({ status }) => status);
  expect([
    statuses.filter((status) => status === 401).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([20, 10]);
  const own = await sessionOf(dana.id, false);
  expect((await send(own, codeOf(secret), "198.51.100.7")).status).toBe(429);
  expect((await send(own, recoveryCodes[0], "198.51.100.7")).status).toBe(200);
  const noted = await env.DB.prepare("select username from audit where action = 'guessCodes'").run();
  expect(noted.results).toEqual([{ username: "dana" }]);
  vi.setSystemTime(NOON + (24 * 60 + 2) * MINUTE_MS);
  expect((await send(await sessionOf(dana.id, false), codeOf(secret), "198.51.100.7")).status).toBe(200);
  pause.mockRestore();
});

test("a right code takes back its own try and no other", async () => {
  const pause = vi.spyOn(scheduler, "wait").mockResolvedValue(undefined);
  const dana = await unverified();
  const { secret, recoveryCodes } = await addApp(dana);
  vi.setSystemTime(NOON + MINUTE_MS);
  const send = async (code = "", ip = "") => {
    const headers = { ...(await sessionOf(dana.id, false)).headers, "cf-connecting-ip": ip };
    return (await postWith(strict, `${factor}/code`, { code }, headers)).status;
  };
  for (let n = 1; n < 20; n++) expect(await send("000000", `203.0.113.${n}`)).toBe(401);
  expect(await send(recoveryCodes[0], "198.51.100.7")).toBe(200);
  expect(await send("000000", "203.0.113.50")).toBe(401);
  expect(await send(codeOf(secret), "198.51.100.7")).toBe(429);
  pause.mockRestore();
});

test("what happens to a second factor is in the audit log", async () => {
  const dana = await unverified();
  const { recoveryCodes } = await addApp(dana);
  await addPasskey(dana, await newAuthenticator());
  await (await sessionOf(dana.id, false)).post(`${factor}/code`, { code: recoveryCodes[0] });
  await dana.post("/api/desk/account/app/remove");
  const { results } = await env.DB.prepare("select change from audit where change is not null order by id").run<{
    change: string;
  }>();
  expect(results.map(({ change }) => JSON.parse(change))).toEqual([
    { name: "dana", old: {}, new: { authenticatorApp: "set up" } },
    { name: "dana", old: {}, new: { passkey: "added" } },
    { name: "dana", old: {}, new: { recoveryCode: "used" } },
    { name: "dana", old: {}, new: { authenticatorApp: "removed" } },
  ]);
});

test("strangers set up nothing", async () => {
  for (const path of ["passkey/options", "new-passkey/options", "new-app"]) {
    expect(
      (
        await callWith(env, `${factor}/${path}`, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: "{}",
        })
      ).status,
    ).toBe(401);
  }
});
