import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { sweep } from "../../../worker/mail/outbox.ts";
import { call, postWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { faultyEnv, type Part, randomFrom, seed } from "../routes/faults.ts";
import { signedIn } from "../staff/staff.ts";

/** Bad days: nothing acknowledged is lost, and visitors read a sentence. */

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NOON = Date.parse("2026-11-17T12:00:00-06:00");

freshDatabase();
beforeEach(() => {
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.setSystemTime(NOON);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** A visitor who repeats an application with the same key until it is acknowledged. */
function visitor(number: number) {
  const application = exampleApplication({ email: `visitor-${number}@example.com`, phone: `210 555 ${1000 + number}` });
  const key = { "idempotency-key": crypto.randomUUID() };
  return (bindings: Env) => postWith(bindings, "/api/applications/submit", application, key);
}

for (const part of ["d1", "email"] satisfies Part[]) {
  test(`25 hours without ${part} cost no application and no confirmation`, async () => {
    let isDown = true;
    const { env: bindings, sent } = faultyEnv((called) => (isDown && called === part ? "before" : null));
    const visitors = Array.from({ length: 13 }, (_, hour) => visitor(hour));
    const waiting = new Set(visitors);
    for (const [hour, submit] of visitors.entries()) {
      vi.setSystemTime(NOON + 2 * hour * HOUR);
      const response = await submit(bindings);
      if (response.status === 201) waiting.delete(submit);
      else
        expect(await response.json()).toMatchObject({ error: expect.stringMatching(/^Something went wrong.*again/) });
      await sweep(bindings).catch(() => undefined);
    }
    expect(waiting.size).toBe(part === "d1" ? visitors.length : 0);

    isDown = false;
    vi.setSystemTime(NOON + 25 * HOUR);
    for (const submit of visitors) expect([200, 201]).toContain((await submit(bindings)).status);
    await sweep(bindings);
    vi.setSystemTime(NOON + 32 * HOUR);
    await sweep(bindings);
    const dead = await env.DB.prepare("select count(*) as count from outbox where status = 'dead'").first("count");
    // Every mail has ended after 24 hours.
    if (part === "email") expect(dead).toBeGreaterThan(0);
    else expect(dead).toBe(0);
    const manager = await signedIn("manager");
    await manager.post("/api/desk/outbox/retry", {});
    await sweep(bindings);
    const confirmed = sent.filter(({ subject }) => subject === "We received your application").map(({ to }) => to);
    expect(confirmed.toSorted()).toEqual(visitors.map((_, number) => `visitor-${number}@example.com`).toSorted());
    expect(await env.DB.prepare("select count(*) as count from applications").first("count")).toBe(visitors.length);
  });
}

test("when the database is full, people can still read", async () => {
  const manager = await signedIn("manager");
  await visitor(1)(env);
  const { results: tables } = await env.DB.prepare(
    "select name from sqlite_schema where type = 'table' and name not glob '*_*' or name glob 'blog_posts'",
  ).all<{ name: string }>();
  const triggers = tables.map(({ name }) => ({ name: `full_${name}`, table: name }));
  try {
    for (const { name, table } of triggers) {
      await env.DB.prepare(
        `create trigger ${name} before insert on ${table} begin select raise(abort, 'database or disk is full'); end`,
      ).run();
    }
    const refused = await visitor(2)(env);
    expect(refused.status).toBe(503);
    expect(await refused.json()).toMatchObject({ error: expect.stringMatching(/^Something went wrong/) });
    expect((await call("/api/blog")).status).toBe(200);
    // Nobody can read applications without an entry in the log.
    expect((await manager.get("/api/desk/queue")).status).toBe(503);
  } finally {
    for (const { name } of triggers) await env.DB.prepare(`drop trigger ${name}`).run();
  }
  expect((await visitor(2)(env)).status).toBe(201);
});

test("a clock that jumps by hours loses and doubles no mail", async () => {
  const random = randomFrom(seed);
  const { env: bindings, sent } = faultyEnv((part) => (part === "email" && random() < 0.3 ? "before" : null));
  let now = NOON;
  for (let number = 0; number < 20; number++) {
    now += Math.round((random() - 0.5) * 8 * HOUR);
    vi.setSystemTime(now);
    expect((await visitor(number)(bindings)).status).toBe(201);
    await sweep(bindings);
  }
  for (let later = Math.max(now, NOON) + 40 * HOUR, tries = 0; tries < 20; tries++, later += 7 * HOUR) {
    vi.setSystemTime(later);
    await sweep(bindings);
  }
  const { results } = await env.DB.prepare("select status, count(*) as count from outbox group by status").all();
  expect(
    results.map(({ status }) => status).filter((status) => status === "owed"),
    `seed ${seed}`,
  ).toEqual([]);
  expect(new Set(sent.map(({ to }) => to)).size, `seed ${seed}`).toBe(sent.length);
});
