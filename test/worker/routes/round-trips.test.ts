import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { introductionWords } from "../../../db/model/introductions/permission.ts";
import { hashPassword } from "../../../db/password.ts";
import { app } from "../../../worker/site/index.ts";
import { freshDatabase } from "../database.ts";
import { dealer } from "../directory/directory.ts";
import { apply, signedIn } from "../staff/staff.ts";

/** A visitor waits for D1 once, a signed-in member at most twice. */

freshDatabase();

for (const path of [
  "/blog",
  "/blog?q=credit",
  "/blog/a-post",
  "/es/blog",
  "/es/blog/a-post",
  "/blog/no-such-post",
  "/rss.xml",
  "/sitemap.xml",
  "/api/blog",
  "/api/blog?q=credit",
  "/api/blog/a-post",
  "/api/applications/00000000-0000-4000-8000-000000000000",
  "/api/applications/00000000-0000-4000-8000-000000000000/guidance",
  "/api/applications/00000000-0000-4000-8000-000000000000/slots",
  "/api/applications/00000000-0000-4000-8000-000000000000/receipt",
]) {
  test(`GET ${path} asks D1 once`, async () => {
    await addPost("a-post");
    const { status, trips } = await request(path);
    expect(status).toBeLessThan(500);
    expect(trips).toBe(1);
  });
}

for (const { path, body, headers } of [
  { path: "/api/applications/submit", body: exampleApplication(), headers: { "idempotency-key": "a" } },
  { path: "/api/contact", body: { name: "Maria Lopez", message: "Are you open on Saturday?" } },
  { path: "/api/newsletter", body: { email: "maria@example.com" } },
  { path: "/api/applications/link-again", body: { email: "maria@example.com" } },
]) {
  test(`POST ${path} asks D1 once`, async () => {
    const { status, trips } = await request(path, { method: "POST", body: JSON.stringify(body), headers });
    expect(status).toBeLessThan(300);
    expect(trips).toBe(1);
  });
}

test("nobody's session costs nothing", async () => {
  const { status, trips } = await request("/api/session");
  expect(status).toBe(200);
  expect(trips).toBe(0);
});

test("writing without a session where nobody may is refused without asking D1", async () => {
  const { status, trips } = await request("/api/blog", { method: "POST", body: JSON.stringify(post) });
  expect(status).toBe(401);
  expect(trips).toBe(0);
});

test("an author's reads and writes ask D1 at most twice", async () => {
  await env.DB.prepare("insert into users (id, username, password, role) values ('u', 'ana', ?, 'author')")
    .bind(await hashPassword("correct horse"))
    .run();
  const credentials = JSON.stringify({ username: "ana", password: "correct horse" });
  const signIn = await request("/api/session", { method: "POST", body: credentials });
  expect(signIn.trips).toBe(2);
  const headers = { cookie: signIn.cookie };
  const created = await request("/api/blog", { method: "POST", body: JSON.stringify(post), headers });
  const { id, updatedAt } = created.answer as { id: string; updatedAt: string };
  const change = JSON.stringify({ ...post, updatedAt: Date.parse(updatedAt) });
  const visits = [
    created,
    await request("/api/session", { headers }),
    await request("/api/blog/drafts", { headers }),
    await request(`/api/blog/id/${id}`, { headers }),
    await request(`/api/blog/id/${id}`, { method: "PUT", body: change, headers }),
    await request(`/api/blog/id/${id}`, { method: "DELETE", headers }),
    await request(`/api/blog/id/${id}/restore`, { method: "PUT", body: "{}", headers }),
    await request("/api/session", { method: "DELETE", headers }),
  ];
  expect(visits.map(({ status }) => status)).toEqual([201, 200, 200, 200, 200, 200, 200, 200]);
  for (const { trips } of visits) expect(trips).toBeLessThanOrEqual(2);
});

test("a desk page asks D1 twice at most, a deed three times", async () => {
  const id = await apply();
  const dana = await signedIn("specialist", "dana");
  const dealerId = (await dealer()).recipientId;
  const about = { kind: "dealer", recipientId: dealerId };
  const path = `/api/desk/case/${id}`;
  const at = new Date(Date.now() + 60 * 60_000).toISOString();
  const deeds: [string, object, method?: string][] = [
    ["claim", {}],
    ["notes", { text: "A note" }],
    ["next", { kind: "write", at }, "PUT"],
    ["permissions", about],
    ["permissions/phone", { ...about, decision: "yes", words: introductionWords("dealer", "Hill Country Motors") }],
    ["send", about],
    ["status", { from: "introduced", to: "withdrawn", outcome: "undecided" }],
    ["correct", { phone: "512 555 0188", ground: "askedByPhone", reason: "They called" }],
    ["calls", { outcome: "askedToStop" }],
    ["stop", { how: "phone" }],
  ];
  for (const [what, body, method = "POST"] of deeds) {
    const done = await request(`${path}/${what}`, { method, body: JSON.stringify(body), headers: dana.headers });
    expect(done.status, what).toBeLessThan(300);
    expect(done.trips, what).toBeLessThanOrEqual(3);
  }
  for (const page of [
    "my-day",
    "queue",
    "my-day/counts",
    `case/${id}`,
    `case/${id}/recipients`,
    "messages",
    "directory",
  ]) {
    const read = await request(`/api/desk/${page}`, { headers: dana.headers });
    expect(read.status, page).toBe(200);
    expect(read.trips, page).toBeLessThanOrEqual(2);
  }
});

const post = { title: "A title", content: "Some words", published: true };

/** Sends a request, and counts the trips to D1 that end before it answers. What goes on after that, nobody waits for. */
async function request(path: string, init: RequestInit & { headers?: Record<string, string> } = {}) {
  let trips = 0;
  const context = createExecutionContext();
  const headers = { "content-type": "application/json", "sec-fetch-site": "same-origin", ...init.headers };
  const response = await app.fetch(
    new Request(`https://site.test${path}`, { ...init, headers }),
    { ...env, LIMITS: "strict" as const, SECOND_FACTOR: "optional" as const, DB: counted(env.DB, () => trips++) },
    context,
  );
  const asked = trips;
  const answer = await response
    .clone()
    .json()
    .catch(() => null);
  await waitOnExecutionContext(context);
  const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
  return { status: response.status, trips: asked, answer, cookie };
}

const original = Symbol("original");
type Wrapped = D1PreparedStatement & { [original]: D1PreparedStatement };

function counted(d1: D1Database, count: () => void): D1Database {
  const wrap = (statement: D1PreparedStatement): D1PreparedStatement =>
    new Proxy(statement, {
      get: (target, name) => {
        if (name === original) return target;
        if (name === "bind") return (...values: unknown[]) => wrap(target.bind(...values));
        const method = target[name as "run"].bind(target) as (...given: unknown[]) => Promise<unknown>;
        return (...given: unknown[]) => method(...given).finally(count);
      },
    });
  return {
    prepare: (sql: string) => wrap(d1.prepare(sql)),
    batch: (statements: D1PreparedStatement[]) =>
      d1.batch(statements.map((statement) => (statement as Wrapped)[original])).finally(count),
  } as unknown as D1Database;
}

function addPost(slug: string) {
  return env.DB.prepare(
    "insert into blog_posts (id, title, slug, content, tags, published, searchText) values (?, 'A title', ?, 'Words', 'credit', 1, 'a title credit')",
  )
    .bind(crypto.randomUUID(), slug)
    .run();
}
