import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { HOUR_MS } from "../../../db/model/time/clock.ts";
import { hashPassword, isPassword } from "../../../db/password.ts";
import { call, callWith, post, postWith } from "../calls/call.ts";
import { countingRows } from "../counting-rows.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, interrupted } from "../routes/faults.ts";
import { addMember, apply, PASSWORD, signedIn, signIn } from "./staff.ts";

freshDatabase();

const draft = { title: "A draft", content: "Words" };

test("signing in sets a cookie that only the server can read", async () => {
  await addMember("ana");
  const optional = { ...env, SECOND_FACTOR: "optional" as const };
  const response = await postWith(optional, "/api/session", { username: "Ana", password: PASSWORD });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({ ok: true, success: true, member: { username: "ana", role: "author" } });
  const cookie = response.headers.get("set-cookie") ?? "";
  expect(cookie).toMatch(/^__Host-session=[^;]{40,};/);
  for (const flag of ["HttpOnly", "Secure", "SameSite=Strict", "Path=/"]) expect(cookie).toContain(flag);
  expect(cookie).not.toContain("Domain");
});

test("a password is stored as OWASP recommends, and only it fits", async () => {
  const [one, other] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
  expect(one).toMatch(/^scrypt\$16384\$8\$5\$/);
  expect(one).not.toBe(other);
  expect(await Promise.all([isPassword(PASSWORD, one), isPassword(`${PASSWORD}x`, one)])).toEqual([true, false]);
});

test("the token is not in the database", async () => {
  await addMember("ana");
  const { cookie } = await signIn("ana");
  const token = decodeURIComponent(cookie.split("=").slice(1).join("="));
  const stored = JSON.stringify((await env.DB.prepare("select * from sessions").all()).results);
  expect(stored).toContain("tokenHash");
  expect(stored).not.toContain(token);
});

test("an unknown name and a wrong password get the same words", async () => {
  await addMember("ana");
  const answers = await Promise.all([
    post("/api/session", { username: "ana", password: "wrong" }),
    post("/api/session", { username: "nobody", password: "wrong" }),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([401, 401]);
  const [known, unknown] = await Promise.all(answers.map((answer) => answer.json()));
  expect(known).toEqual(unknown);
  expect(answers.every(({ headers }) => !headers.has("set-cookie"))).toBe(true);
});

test("GET says who is signed in, and to strangers that nobody is", async () => {
  await addMember("ana");
  const known = await call("/api/session", { headers: await signIn("ana") });
  expect(await known.json()).toMatchObject({ member: { username: "ana", role: "author" }, isOpenForWriting: false });
  expect(known.headers.get("cache-control")).toBe("no-store");
  expect(await (await call("/api/session")).json()).toMatchObject({ member: null, isOpenForWriting: false });
});

test("signing out ends the session in the browser and on the server", async () => {
  await addMember("ana");
  const cookie = await signIn("ana");
  const response = await call("/api/session", { method: "DELETE", headers: cookie });
  expect(response.status).toBe(200);
  expect(response.headers.get("set-cookie")).toMatch(/^__Host-session=;.*Max-Age=0/);
  expect(await (await call("/api/session", { headers: cookie })).json()).toMatchObject({ member: null });
  expect((await post("/api/blog", draft, cookie)).status).toBe(401);
});

const ages: [name: string, column: string, hours: number, isSignedIn: boolean][] = [
  ["that was used within 8 hours is alive", "lastUsedAt", 7.9, true],
  ["that was not used for 8 hours is over", "lastUsedAt", 8.1, false],
  ["that is not yet 7 days old is alive", "createdAt", 7 * 24 - 0.1, true],
  ["that is 7 days old is over, however much it is used", "createdAt", 7 * 24 + 0.1, false],
];
for (const [name, column, hours, isSignedIn] of ages) {
  test(`a session ${name}`, async () => {
    const cookie = (await signedIn()).headers;
    await env.DB.prepare(`update sessions set ${column} = ?`)
      .bind(Date.now() - hours * HOUR_MS)
      .run();
    expect((await call("/api/blog/drafts", { headers: cookie })).status).toBe(isSignedIn ? 200 : 401);
  });
}

const uses: [what: string, path: string, headers: Record<string, string>, isUse: boolean][] = [
  ["reading at the desk keeps a session alive", "/api/desk/queue", {}, true],
  ["what an open page reads by itself does not", "/api/desk/queue", { "x-unattended": "1" }, false],
  ["asking who is signed in does not", "/api/session", {}, false],
];
for (const [what, path, headers, isUse] of uses) {
  test(what, async () => {
    const { headers: cookie } = await signedIn("specialist");
    const before = Date.now() - 7 * HOUR_MS;
    await env.DB.prepare("update sessions set lastUsedAt = ?").bind(before).run();
    expect((await call(path, { headers: { ...cookie, ...headers } })).status).toBe(200);
    const after = await env.DB.prepare("select lastUsedAt from sessions").first<number>("lastUsedAt");
    expect(after !== before).toBe(isUse);
  });
}

test("what an open page reads again by itself writes nothing", async () => {
  const member = await signedIn("specialist");
  const id = await apply();
  const headers = { ...member.headers, "x-unattended": "1" };
  for (const path of ["my-day/counts", "my-day", "queue", "messages", `case/${id}`]) {
    await call(`/api/desk/${path}`, { headers });
    const counter = countingRows();
    const again = await callWith({ ...env, DB: counter.DB }, `/api/desk/${path}`, { headers });
    expect([path, again.status, counter.rowsWritten]).toEqual([path, 200, 0]);
  }
});

test("a new sign-in ends the session it replaces, and no other", { timeout: 60_000 }, async () => {
  await addMember("ana");
  const [first, elsewhere] = [await signIn("ana"), await signIn("ana")];
  await addMember("ben");
  const again = await post("/api/session", { username: "ben", password: PASSWORD }, first);
  expect(again.status).toBe(200);
  const member = async (cookie: { cookie: string }) =>
    (await (await call("/api/session", { headers: cookie })).json<{ member: unknown }>()).member;
  expect(await member(first)).toBeNull();
  expect(await member(elsewhere)).toMatchObject({ username: "ana" });
});

test("a wrong password ends no session", async () => {
  await addMember("ana");
  const cookie = await signIn("ana");
  await post("/api/session", { username: "ana", password: "wrong" }, cookie);
  expect(await (await call("/api/session", { headers: cookie })).json()).toMatchObject({ member: { username: "ana" } });
});

test("a password changed while it is judged opens nothing", async () => {
  await addMember("ana");
  const change = () => env.DB.prepare("update users set password = 'another'").run();
  // The first call reads the password, the second one starts the session.
  const { env: bindings } = faultyEnv(interrupted("d1", 2, change));
  const response = await postWith(bindings, "/api/session", { username: "ana", password: PASSWORD });
  expect(response.status).toBe(401);
  expect(await env.DB.prepare("select count(*) n from sessions").first("n")).toBe(0);
});

test("deployed, nobody writes without signing in, even while there is no author", async () => {
  expect((await post("/api/blog", draft)).status).toBe(401);
});

test("authors and managers may write", async () => {
  expect((await post("/api/blog", draft, (await signedIn("author")).headers)).status).toBe(201);
  expect((await post("/api/blog", draft, (await signedIn("manager")).headers)).status).toBe(201);
});

test("a removed member's session is worth nothing", async () => {
  const cookie = (await signedIn()).headers;
  await env.DB.prepare("delete from users").run();
  expect((await post("/api/blog", draft, cookie)).status).toBe(401);
});
