import { abortAllDurableObjects, evictDurableObject, runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, expect, test, vi } from "vitest";
import { DAY_MS, HOUR_MS } from "../../../db/model/time/clock.ts";
import { SESSION_IDLE_HOURS, SESSION_MAX_DAYS } from "../../../db/model/time/retention.ts";
import type { Env } from "../../../worker/env.ts";
import { deskLive, tellDesk } from "../../../worker/http/tell.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { call, callWith, post, SITE } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { envWithout, faultyEnv } from "../routes/faults.ts";
import { apply, type Colleague, refusal, sessionOf, signedIn } from "../staff/staff.ts";

/** Open desks hear what has changed at once, and nobody else does. */

freshDatabase();

const opened: WebSocket[] = [];

// Other files of the same workerd may have left sockets behind.
beforeAll(abortAllDurableObjects);
afterEach(() => {
  vi.useRealTimers();
  for (const socket of opened.splice(0)) socket.close();
});

/** Opens a socket as an open desk does. `heard`: what it was told; `ended`: whether the server closed it. */
async function listen(member: Colleague) {
  const { webSocket } = await handshake(member);
  if (!webSocket) throw new Error("No socket was opened");
  opened.push(webSocket);
  webSocket.accept();
  const heard: string[] = [];
  const desk = { heard, ended: false };
  webSocket.addEventListener("message", ({ data }) => {
    heard.push(...JSON.parse(String(data)));
  });
  webSocket.addEventListener("close", () => {
    desk.ended = true;
  });
  return desk;
}

function handshake({ headers }: Pick<Colleague, "headers">, origin = SITE) {
  return call("/api/desk/live", { headers: { upgrade: "websocket", origin, ...headers } });
}

/** What this desk has heard once all news has arrived. */
async function news(desk: { heard: string[] }) {
  await tellDesk(env, "case last");
  await vi.waitFor(() => expect(desk.heard).toContain("case last"));
  return desk.heard.splice(0).filter((each) => each !== "case last");
}

test("a desk hears of an application, a deed, a message and a mail: what to read again, never whose it is", async () => {
  const desk = await listen(await signedIn("specialist"));
  const dana = await signedIn("manager", "dana");
  const id = await apply();
  expect(await news(desk)).toEqual(["lists", "arrivals"]);
  await dana.post(`/api/desk/case/${id}/claim`);
  expect(await news(desk)).toEqual(["lists", `case ${id}`]);
  await post("/api/contact", { name: "Maria Lopez", message: "Do you help with a truck?", replyTo: "a@b.co" });
  expect(await news(desk)).toEqual(["messages"]);
  await sweep(env);
  expect(await news(desk)).toEqual(["outbox", `case ${id}`]);
});

test("what happens at the same moment is told once", async () => {
  const desk = await listen(await signedIn("specialist"));
  await Promise.all([tellDesk(env, "lists"), tellDesk(env, "case a", "lists"), tellDesk(env, "lists")]);
  expect(await news(desk)).toEqual(["lists", "case a"]);
});

test("a desk hears on after the object that tells it has slept", async () => {
  const desk = await listen(await signedIn("specialist"));
  await evictDurableObject(deskLive(env));
  expect(await news(desk)).toEqual([]);
});

test("who changes nothing tells nothing", async () => {
  const id = await apply();
  const dana = await signedIn("specialist", "dana");
  await dana.post(`/api/desk/case/${id}/claim`);
  const desk = await listen(dana);
  await news(desk);
  await dana.post(`/api/desk/case/${id}/claim`);
  await dana.post("/api/desk/case/unknown/claim");
  expect(await news(desk)).toEqual([]);
});

test("only members of the desk listen, from our own pages, by a WebSocket", async () => {
  const specialist = await signedIn("specialist");
  const opens = async (...given: Parameters<typeof handshake>) =>
    (await refusal(await handshake(...given))).slice(0, 3);
  expect(await opens({ headers: { cookie: "" } })).toBe("401");
  expect(await opens(await signedIn("manager", "unverified", { isVerified: false }))).toBe("401");
  expect(await opens(await signedIn("author"))).toBe("403");
  expect(await opens(specialist, "https://site.test.evil.example")).toBe("403");
  const withoutOrigin = { headers: { upgrade: "websocket", ...specialist.headers } };
  expect((await call("/api/desk/live", withoutOrigin)).status).toBe(403);
  expect((await specialist.get("/api/desk/live")).status).toBe(426);
  expect((await handshake(specialist)).status).toBe(101);
});

test.each<[string, (member: Colleague) => Promise<unknown>]>([
  ["signs out", ({ headers }) => call("/api/session", { method: "DELETE", headers })],
  [
    "is deactivated",
    async ({ id }) => (await signedIn("manager", "max")).post(`/api/desk/members/${id}/deactivate`, { handTo: null }),
  ],
  [
    "gets another role",
    async ({ id }) => (await signedIn("manager", "max")).put(`/api/desk/members/${id}`, { role: "author" }),
  ],
  [
    "gets a new password",
    async ({ id }) => (await signedIn("manager", "max")).post(`/api/desk/members/${id}/password`),
  ],
  [
    "has to set up a new second factor",
    async ({ id }) => (await signedIn("manager", "max")).post(`/api/desk/members/${id}/second-factor/reset`),
  ],
])("the socket of somebody who %s is closed, and the others stay open", async (_, leave) => {
  const member = await signedIn("specialist", "sam");
  const [theirs, other] = [await listen(member), await listen(await signedIn("specialist", "dana"))];
  await leave(member);
  await vi.waitFor(() => expect(theirs.ended).toBe(true));
  await news(other);
  expect([theirs.heard.includes("case last"), other.ended]).toEqual([false, false]);
});

test("a sign-in that is ended elsewhere closes its own socket alone", async () => {
  const member = await signedIn("specialist");
  const elsewhere = await sessionOf(member.id);
  const [theirs, own] = [await listen(elsewhere), await listen(member)];
  const { signIns } = await (await member.get("/api/desk/account")).json<{
    signIns: { id: string; isThisOne: boolean }[];
  }>();
  await member.post(`/api/desk/account/sign-ins/${signIns.find(({ isThisOne }) => !isThisOne)?.id}/end`);
  await vi.waitFor(() => expect(theirs.ended).toBe(true));
  expect(own.ended).toBe(false);
});

test.each([
  ["idle for too long", SESSION_IDLE_HOURS * HOUR_MS + 1],
  ["too old", SESSION_MAX_DAYS * DAY_MS + 1],
])("a socket whose session is %s hears nothing more, though it was open all the time", async (_, age) => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const idle = await listen(await signedIn("specialist", "sam"));
  vi.setSystemTime(Date.now() + age);
  const desk = await listen(await signedIn("specialist", "dana"));
  await news(desk);
  await vi.waitFor(() => expect(idle.ended).toBe(true));
  expect(idle.heard).toEqual([]);
});

test("an open socket keeps no session alive", async () => {
  const member = await signedIn("specialist");
  await env.DB.prepare("update sessions set lastUsedAt = lastUsedAt - 1000").run();
  const usedAt = () => env.DB.prepare("select lastUsedAt from sessions").first("lastUsedAt");
  const before = await usedAt();
  await news(await listen(member));
  expect(await usedAt()).toBe(before);
});

test("when nobody can be told, the deed is done all the same", async () => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const member = await signedIn("specialist");
  const id = await apply();
  const down = () => {
    throw new Error("The object is overloaded");
  };
  const bindings = { ...env, DESK_LIVE: { idFromName: down, get: down } } as unknown as Env;
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", ...member.headers };
  const claimed = await callWith(bindings, `/api/desk/case/${id}/claim`, { method: "POST", headers, body: "{}" });
  expect(claimed.status).toBe(200);
  expect(await env.DB.prepare("select ownerId from applications").first("ownerId")).toBe(member.id);
  vi.restoreAllMocks();
});

test("while D1 does not say who is signed in, nobody hears anything, and every desk has to come back", async () => {
  const desk = await listen(await signedIn("specialist"));
  await runInDurableObject(deskLive(env), (live) => void Object.assign(live, { env: envWithout("d1") }));
  await tellDesk(env, "lists");
  await vi.waitFor(() => expect(desk.ended).toBe(true));
  expect(desk.heard).toEqual([]);
  await runInDurableObject(deskLive(env), (live) => void Object.assign(live, { env }));
});

test("a desk that goes away while the others are about to be told keeps none of them from hearing", async () => {
  const desks = [await listen(await signedIn("specialist", "sam")), await listen(await signedIn("specialist", "dana"))];
  await runInDurableObject(deskLive(env), (live, state) => {
    const first = state.getWebSockets().find(({ readyState }) => readyState === WebSocket.OPEN);
    const leaving = () => {
      first?.close();
      return null;
    };
    Object.assign(live, { env: faultyEnv(leaving).env });
  });
  await tellDesk(env, "lists");
  await vi.waitFor(() => expect(desks.flatMap(({ heard }) => heard)).toEqual(["lists"]));
  await runInDurableObject(deskLive(env), (live) => void Object.assign(live, { env }));
});
