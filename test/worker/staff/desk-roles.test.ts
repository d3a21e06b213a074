import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { app } from "../../../worker/site/index.ts";
import { call } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { apply, type Colleague, refusal, signedIn } from "./staff.ts";

freshDatabase();

const DESK = ["specialist", "manager"] as const;
const MANAGERS = ["manager"] as const;
const EVERYBODY = ["author", "specialist", "manager"] as const;

/** Who may use each route of the desk. A route that is missing here fails the first test. */
const allowed: Record<string, readonly string[]> = {
  "GET /api/desk/my-day": DESK,
  "GET /api/desk/my-day/counts": DESK,
  "GET /api/desk/queue": DESK,
  "POST /api/desk/queue/search": DESK,
  "POST /api/desk/intake": DESK,
  "POST /api/desk/claims": DESK,
  "GET /api/desk/case/:id": DESK,
  "POST /api/desk/case/:id/claim": DESK,
  "POST /api/desk/case/:id/release": DESK,
  "POST /api/desk/case/:id/assign": MANAGERS,
  "POST /api/desk/case/:id/reopen": MANAGERS,
  "POST /api/desk/case/:id/status": DESK,
  "POST /api/desk/case/:id/merge": DESK,
  "POST /api/desk/case/:id/split": DESK,
  "POST /api/desk/case/:id/notes": DESK,
  "POST /api/desk/case/:id/correct": DESK,
  "POST /api/desk/case/:id/permissions": DESK,
  "POST /api/desk/case/:id/permissions/phone": DESK,
  "POST /api/desk/case/:id/send": DESK,
  "GET /api/desk/case/:id/recipients": DESK,
  "POST /api/desk/case/:id/referrals/:referralId/answer": DESK,
  "POST /api/desk/case/:id/referrals/:referralId/end-link": DESK,
  "POST /api/desk/case/:id/papers": DESK,
  "POST /api/desk/case/:id/papers/ask": DESK,
  "GET /api/desk/case/:id/papers/:fileId": DESK,
  "GET /api/desk/case/:id/letters": DESK,
  "POST /api/desk/case/:id/letters": DESK,
  "GET /api/desk/letters": DESK,
  "POST /api/desk/letters": MANAGERS,
  "POST /api/desk/letters/presets": MANAGERS,
  "PUT /api/desk/letters/:id": MANAGERS,
  "GET /api/desk/stories": MANAGERS,
  "PUT /api/desk/stories/:id": MANAGERS,
  "POST /api/desk/stories": MANAGERS,
  "POST /api/desk/stories/:id/remove": MANAGERS,
  "POST /api/desk/case/:id/calls": DESK,
  "POST /api/desk/case/:id/calls/undo": DESK,
  "PUT /api/desk/case/:id/next": DESK,
  "POST /api/desk/case/:id/stop": DESK,
  "GET /api/desk/call-capacity": MANAGERS,
  "PUT /api/desk/call-capacity": MANAGERS,
  "GET /api/desk/directory": DESK,
  "POST /api/desk/directory/lenders": MANAGERS,
  "PUT /api/desk/directory/lenders/:id": MANAGERS,
  "POST /api/desk/directory/dealers": MANAGERS,
  "PUT /api/desk/directory/dealers/:id": MANAGERS,
  "GET /api/desk/directory/:id/changes": DESK,
  "POST /api/desk/import": MANAGERS,
  "GET /api/desk/messages": DESK,
  "POST /api/desk/messages/:id/claim": DESK,
  "POST /api/desk/messages/:id/status": DESK,
  "POST /api/desk/messages/:id/reply": DESK,
  "POST /api/desk/messages/:id/stop": DESK,
  "GET /api/desk/members": MANAGERS,
  "POST /api/desk/members": MANAGERS,
  "PUT /api/desk/members/:id": MANAGERS,
  "POST /api/desk/members/:id/password": MANAGERS,
  "POST /api/desk/members/:id/deactivate": MANAGERS,
  "POST /api/desk/members/:id/reactivate": MANAGERS,
  "POST /api/desk/members/:id/second-factor/reset": MANAGERS,
  "GET /api/desk/sign-ins": MANAGERS,
  "POST /api/desk/sign-ins/:id/end": MANAGERS,
  "GET /api/desk/account": EVERYBODY,
  "POST /api/desk/account/passkeys/:id/remove": EVERYBODY,
  "POST /api/desk/account/app/remove": EVERYBODY,
  "POST /api/desk/account/recovery-codes": EVERYBODY,
  "POST /api/desk/account/sign-ins/:id/end": EVERYBODY,
  "GET /api/desk/outbox": MANAGERS,
  "POST /api/desk/outbox/retry": MANAGERS,
  "POST /api/desk/outbox/:id/retry": MANAGERS,
  "GET /api/desk/site-health": MANAGERS,
  "GET /api/desk/dashboard": MANAGERS,
  "GET /api/desk/audit": MANAGERS,
  "GET /api/desk/export.csv": MANAGERS,
  "GET /api/desk/newsletter.csv": MANAGERS,
};

const routes = [
  ...new Set(
    app.routes
      .filter(({ path, method }) => path.startsWith("/api/desk/") && method !== "ALL")
      .map(({ path, method }) => `${method} ${path}`),
  ),
];

function use(member: Colleague, route: string, id = "x") {
  const [method = "", path = ""] = route.replace(":id", id).split(" ");
  if (method === "GET") return member.get(path);
  return method === "PUT" ? member.put(path) : member.post(path);
}

test("every route of the desk is in the matrix of roles", () => {
  expect(routes.toSorted()).toEqual(Object.keys(allowed).toSorted());
});

/** Without a second factor, even a manager may do nothing. */
const people = ["nobody", "author", "specialist", "manager", "unverified manager"] as const;
for (const role of people) {
  test(`${role}: each desk route is open or refused as the matrix says`, {
    timeout: 60_000,
  }, async () => {
    const stranger: Colleague = {
      id: "",
      headers: { cookie: "" },
      get: (path) => call(path),
      post: (path) => call(path, { method: "POST", headers: { "content-type": "application/json" }, body: "{}" }),
      put: (path) => call(path, { method: "PUT", headers: { "content-type": "application/json" }, body: "{}" }),
    };
    const isNobody = role === "nobody" || role === "unverified manager";
    const unverified = () => signedIn("manager", "max", { isVerified: false });
    const member = role === "nobody" ? stranger : isNobody ? await unverified() : await signedIn(role);
    for (const route of routes) {
      const response = await use(member, route);
      const isAllowed = (allowed[route] ?? []).includes(role);
      if (isAllowed) expect([401, 403], route).not.toContain(response.status);
      else expect(await refusal(response), route).toMatch(isNobody ? /^401 Please sign in/ : /^403 Only .+ can .+\.$/);
    }
  });
}

test("a change of role counts at once", async () => {
  const member = await signedIn("specialist");
  expect((await member.get("/api/desk/queue")).status).toBe(200);
  await env.DB.prepare("update users set role = 'author'").run();
  expect((await member.get("/api/desk/queue")).status).toBe(403);
});

test("the audit log has what is done and what is refused", async () => {
  const ref = await apply();
  const specialist = await signedIn("specialist", "dana");
  const manager = await signedIn("manager", "max");
  await specialist.get(`/api/desk/case/${ref}`);
  await specialist.get(`/api/desk/case/${ref}`);
  await specialist.post(`/api/desk/case/${ref}/claim`);
  for (let n = 0; n < 3; n++) await specialist.post("/api/desk/queue/search", { q: "maria" });
  await specialist.get("/api/desk/export.csv");
  const { entries } = await (await manager.get(`/api/desk/audit?member=${specialist.id}`)).json<{
    entries: Record<string, unknown>[];
  }>();
  expect(entries.map(({ username, action, subjectId, isAllowed }) => [username, action, subjectId, isAllowed])).toEqual(
    [
      ["dana", "exportApplications", null, false],
      ["dana", "readQueue", null, true],
      ["dana", "claim", ref, true],
      ["dana", "readCase", ref, true],
    ],
  );
});

test("whoever is refused often cannot fill the audit log", async () => {
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() });
  const author = await signedIn("author");
  const tries = async () => {
    for (let n = 0; n < 20; n++) expect((await author.post(`/api/desk/case/${n}/claim`)).status).toBe(403);
    const { results } = await env.DB.prepare("select subjectId, isAllowed from audit").run();
    return results;
  };
  expect(await tries()).toEqual([{ subjectId: "0", isAllowed: 0 }]);
  vi.setSystemTime(Date.now() + 60 * 60_000);
  expect(await tries()).toHaveLength(2);
  vi.useRealTimers();
});

test("whoever is refused many times at once has one entry", async () => {
  const author = await signedIn("author");
  const tries = Array.from({ length: 50 }, () => author.post("/api/desk/case/some/claim"));
  for (const { status } of await Promise.all(tries)) expect(status).toBe(403);
  const { results } = await env.DB.prepare("select action, isAllowed from audit").run();
  expect(results).toEqual([{ action: "claim", isAllowed: 0 }]);
});

test("a long address cannot fill the audit log", async () => {
  const author = await signedIn("author");
  expect((await author.post(`/api/desk/case/${"x".repeat(8000)}/claim`)).status).toBe(403);
  expect((await author.post("/api/desk/case/%00%20%F0%9F%9A%97/claim")).status).toBe(403);
  const { results } = await env.DB.prepare("select action, subjectId, isAllowed from audit").run();
  expect(results).toEqual([{ action: "claim", subjectId: null, isAllowed: 0 }]);
});

test("the audit log and the events of an application cannot be rewritten", async () => {
  const ref = await apply();
  const specialist = await signedIn("specialist");
  await specialist.post(`/api/desk/case/${ref}/claim`);
  await expect(env.DB.prepare("update audit set action = 'x'").run()).rejects.toThrow(/never changed/);
  await expect(env.DB.prepare("update case_events set userId = 'x'").run()).rejects.toThrow(/append-only/);
  await expect(env.DB.prepare("delete from case_events").run()).rejects.toThrow(/append-only/);
  await env.DB.prepare("delete from applications").run();
  expect(await env.DB.prepare("select count(*) n from case_events").first("n")).toBe(0);
});
