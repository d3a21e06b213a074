import { createExecutionContext, waitOnExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import type { Env } from "../../../worker/env.ts";
import { hashOfReference } from "../../../worker/reference.ts";
import { app } from "../../../worker/site/index.ts";
import { freshDatabase } from "../database.ts";
import { type Fate, type Fault, faultyEnv, randomFrom, scaled, seed } from "../routes/faults.ts";

freshDatabase();
vi.spyOn(console, "error").mockImplementation(() => undefined);

const MANY_MINUTES = 30 * 60_000;
const PARALLEL_VISITORS = 100;

test("every acknowledged application is stored once, whatever fails", {
  timeout: MANY_MINUTES,
}, async () => {
  const submits = scaled(10_000);
  const random = randomFrom(seed);
  let faults = 0;
  const fate: Fate = () => {
    const fault: Fault = random() < 0.65 ? (random() < 0.5 ? "before" : "after") : null;
    if (fault) faults++;
    return fault;
  };
  const faulty = faultyEnv(fate).env;
  const acknowledged = new Map<string, Set<string>>();
  const visitor = async (n: number) => {
    // Some programs send no key, so each of their submits has its own row.
    const key = random() < 0.1 ? undefined : `key-${n}`;
    const clicks = key && random() < 0.2 ? 2 : 1;
    const application = exampleApplication({
      email: `visitor${n}@example.com`,
      phone: `210 555 ${String(n).padStart(5, "0")}`,
    });
    const refs = await Promise.all(
      Array.from({ length: clicks }, () => submitUntilAcknowledged(faulty, application, key)),
    );
    acknowledged.set(key ?? `none-${n}`, new Set(refs));
  };
  let next = 0;
  const visitors = async () => {
    while (next < submits) await visitor(next++);
  };
  await Promise.all(Array.from({ length: PARALLEL_VISITORS }, visitors));

  const { results: rows } = await env.DB.prepare(
    `select a.referenceHash, a.email, idempotencyKeyHash is null as keyless, count(o.id) as confirmations
     from applications a left join outbox o on o.subjectId = a.id and o.kind = 'confirmation' group by a.id`,
  ).all<{ referenceHash: string; email: string; keyless: number; confirmations: number }>();
  const stored = new Set(rows.map(({ referenceHash }) => referenceHash));
  const refs = [...acknowledged.values()];
  const hashes = await Promise.all(refs.flatMap((some) => [...some]).map(hashOfReference));
  const keyed = rows.filter(({ keyless }) => !keyless);
  const figures = {
    lost: hashes.filter((hash) => !stored.has(hash)).length,
    answeredTwoWays: refs.filter((some) => some.size > 1).length,
    doubled: keyed.length - new Set(keyed.map(({ email }) => email)).size,
    withoutOneConfirmation: rows.filter(({ confirmations }) => confirmations !== 1).length,
  };
  console.log(`submit-once: seed ${seed}, ${submits} submits, ${faults} faults, ${JSON.stringify(figures)}`);
  expect(figures, `seed ${seed}`).toEqual({ lost: 0, answeredTwoWays: 0, doubled: 0, withoutOneConfirmation: 0 });
  expect(acknowledged.size).toBe(submits);
  expect(faults).toBeGreaterThanOrEqual(2 * submits);
});

for (const fault of ["before", "after"] as const) {
  for (const stays of [false, true]) {
    test(`calls that fail ${fault} their work ${stays ? "for good" : "once"} store nothing by halves`, async () => {
      for (let n = 1; ; n++) {
        let calls = 0;
        const faulty = faultyEnv(() => {
          calls++;
          return calls === n || (stays && calls > n) ? fault : null;
        }).env;
        const { status } = await submit(faulty, exampleApplication(), `${fault}-${stays}-${n}`);
        expect([201, 503]).toContain(status);
        const [applications, confirmations] = await env.DB.batch<{ n: number }>([
          env.DB.prepare("select count(*) n from applications"),
          env.DB.prepare("select count(*) n from outbox join applications on applications.id = subjectId"),
        ]).then((answers) => answers.map(({ results }) => results[0]?.n));
        expect(confirmations, `call ${n}`).toBe(applications);
        if (calls < n) break;
      }
    });
  }
}

test("fifty parallel tries with one key get one reference", async () => {
  const random = randomFrom(seed);
  const faulty = faultyEnv(() => (random() < 0.5 ? (random() < 0.5 ? "before" : "after") : null)).env;
  const refs = await Promise.all(
    Array.from({ length: 50 }, () => submitUntilAcknowledged(faulty, exampleApplication(), "one-key")),
  );
  expect(new Set(refs).size, `seed ${seed}`).toBe(1);
  const replay = await submit(faultyEnv(() => null).env, exampleApplication(), "one-key");
  expect(replay).toEqual({ status: 201, answer: { ok: true, success: true, id: refs[0], ref: refs[0] } });
});

test("a lost reply makes no application its own duplicate", async () => {
  let calls = 0;
  const faulty = faultyEnv((call) => (call === "d1" && ++calls <= 3 ? "after" : null)).env;
  expect((await submit(faulty, exampleApplication(), undefined)).status).toBe(201);
  const { results } = await env.DB.prepare("select flagsJson from applications").all();
  expect(results).toHaveLength(1);
  expect(String(results[0]?.flagsJson)).not.toContain("POSSIBLE_DUPLICATE");
});

test("an overloaded database gives 503 and is not asked again", async () => {
  let calls = 0;
  const { env: working } = faultyEnv(() => null);
  const batch = () => {
    calls++;
    return Promise.reject(new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long."));
  };
  const overloaded = { ...working, DB: { prepare: working.DB.prepare, batch } as unknown as D1Database };
  const response = await send(overloaded, exampleApplication(), "key");
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  expect(calls).toBe(1);
});

async function submitUntilAcknowledged(bindings: Env, application: object, key: string | undefined) {
  for (;;) {
    const { status, answer } = await submit(bindings, application, key);
    if (status === 201) return answer.ref;
    expect(status).toBe(503);
  }
}

async function submit(bindings: Env, application: object, key: string | undefined) {
  const response = await send(bindings, application, key);
  return { status: response.status, answer: await response.json<{ ref: string }>() };
}

async function send(bindings: Env, application: object, key: string | undefined) {
  const request = new Request("https://site.test/api/applications/submit", {
    method: "POST",
    headers: { "content-type": "application/json", ...(key && { "idempotency-key": key }) },
    body: JSON.stringify(application),
  });
  const context = createExecutionContext();
  const response = await app.fetch(request, bindings, context);
  await waitOnExecutionContext(context);
  return response;
}
