import { env } from "cloudflare:workers";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { retried } from "../../../db/database.ts";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { referenceOf } from "../../../worker/reference.ts";
import { callWith, post, postWith } from "../calls/call.ts";
import { databaseWith, freshDatabase } from "../database.ts";
import { apply, signedIn } from "../staff/staff.ts";
import { envWithout, faultyEnv, type Part, seed } from "./faults.ts";
import { goodRequest, makeReady, nameOf, storeOneOfEach } from "./good-requests.ts";
import { apiRoutes } from "./routes.ts";

/** If a part is down, the rest keeps working, and no answer reveals internals. */

freshDatabase();
beforeEach(() => void vi.spyOn(console, "error").mockImplementation(() => undefined));
afterEach(() => void vi.restoreAllMocks());

const SUBMIT = "/api/applications/submit";
const message = { name: "Maria Lopez", message: "Do you help with a truck for work?" };
const post1 = {
  title: "A title",
  slug: "a-post",
  content: "Some content",
  heroImageUrl: "/media/00000000-0000-4000-8000-000000000000.jpg",
  published: true,
};

for (const down of [["queue", "email"], ["r2"]] as Part[][]) {
  test(`without ${down.join(" and ")} an application and a message are stored and acknowledged`, async () => {
    const office = { OFFICE_EMAIL: "office@example.com" };
    const broken = { ...envWithout(...down), ...office };
    expect((await postWith(broken, SUBMIT, exampleApplication())).status).toBe(201);
    expect((await postWith(broken, "/api/contact", message)).status).toBe(201);
    await sweep(broken);
    const { results } = await env.DB.prepare("select status from outbox").all();
    expect(results).toHaveLength(2);
    if (down.includes("email")) expect(results).toEqual([{ status: "owed" }, { status: "owed" }]);
    await sweep({ ...envWithout(), ...office }, () => Date.now() + 120_000);
    const after = await env.DB.prepare("select status from outbox").all();
    expect(after.results).toEqual([{ status: "sent" }, { status: "sent" }]);
  });
}

test.each([
  ["what it read", 1],
  ["what it wrote", 2],
])("a stop counts once though D1's answer to %s is lost", async (_, lost) => {
  const id = await apply();
  let calls = 0;
  const { env: bindings } = faultyEnv((part) => (part === "d1" && ++calls === lost ? "after" : null));
  const stop = `/api/applications/${await referenceOf(env, id)}/stop-contact`;
  expect((await postWith(bindings, stop, {})).status).toBe(200);
  expect(calls).toBe(3);
  const { results } = await env.DB.prepare("select event ->> '$.kind' as kind from case_events").all();
  expect(results).toEqual([{ kind: "contactStopped" }]);
});

test.each([
  ["D1_ERROR: D1 DB storage operation exceeded timeout which caused object to be reset.", 1],
  ["D1_ERROR: internal error; this caused object to be reset.", 4],
])("D1 that says '%s' is asked %d times", async (message, times) => {
  const work = vi.fn(() => Promise.reject(new Error("Failed query", { cause: new Error(message) })));
  await expect(retried(work)).rejects.toThrow("Failed query");
  expect(work).toHaveBeenCalledTimes(times);
});

/** Work goes on after the answer. If that fails, the next minute's job does it (worker/introductions/routing.ts). */
const GO_ON = ["POST /api/applications/submit", "POST /api/desk/intake"];

describe("where there is one of each thing", () => {
  const stored = databaseWith(async () => {
    const manager = await signedIn("manager");
    return { manager, requests: await storeOneOfEach(manager) };
  });

  for (const route of apiRoutes) {
    test(`whichever call to D1 ${nameOf(route)} loses, it says when to return`, async () => {
      const { manager, requests } = stored();
      await makeReady(route, requests, manager);
      const [path, init] = goodRequest(route, requests, manager);
      // Every third call, and which ones by the seed.
      for (let lost = 1 + (seed % 3), calls = 0; ; lost += 3, calls = 0) {
        const { env: bindings } = faultyEnv((part) => (part === "d1" && ++calls >= lost ? "before" : null));
        const answer = await callWith(bindings, path, init);
        const text = await answer.text().catch(() => "cut off");
        if (calls < lost || (answer.ok && GO_ON.includes(nameOf(route)))) {
          expect(answer.ok, `with nothing lost: ${text}`).toBe(true);
          expect(lost, "calls to D1").toBeGreaterThan(1);
          break;
        }
        // A download that has begun can only be cut off.
        if (answer.headers.get("content-type")?.startsWith("text/csv")) {
          expect(text).toBe("cut off");
          continue;
        }
        expect([`call ${lost}`, answer.status]).toEqual([`call ${lost}`, 503]);
        expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
        expect(JSON.parse(text)).toMatchObject({ ok: false, success: false, error: expect.stringMatching(/^[A-Z]/) });
        expect(text).not.toMatch(/D1_|Network|select|\bat\s|\.ts\b|Error:/);
      }
    });
  }
});

test("without R2 a post is there and its image is 503", async () => {
  await env.DB.prepare(
    "insert into blog_posts (id, title, slug, content, heroImageUrl, published, searchText) values ('1', ?, ?, ?, ?, 1, '')",
  )
    .bind(post1.title, post1.slug, post1.content, post1.heroImageUrl)
    .run();
  const broken = envWithout("r2");
  const read = await callWith(broken, "/api/blog/a-post");
  expect(await read.json()).toMatchObject({ heroImageUrl: post1.heroImageUrl });
  const shown = await callWith(broken, post1.heroImageUrl);
  expect(shown.status).toBe(503);
  expect(Number(shown.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await shown.text()).not.toContain("R2");
});

test("once D1 is back the same key stores the application", async () => {
  const key = { "idempotency-key": "one" };
  expect((await postWith(envWithout("d1"), SUBMIT, exampleApplication(), key)).status).toBe(503);
  expect((await post(SUBMIT, exampleApplication(), key)).status).toBe(201);
});
