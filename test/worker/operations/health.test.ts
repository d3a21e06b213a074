import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { exampleApplication } from "../../../db/model/form/example.ts";
import { type Env, settled } from "../../../worker/env.ts";
import { everyMinute } from "../../../worker/operations/alarms.ts";
import { checkKey } from "../../../worker/operations/key.ts";
import { callWith, postWith, strict } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { envWithout, faultyEnv } from "../routes/faults.ts";
import { apply, type Colleague, signedIn } from "../staff/staff.ts";

/** Monitoring can ask whether the site is well, and managers can see it. */

freshDatabase();

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** A Monday, 1 PM in Texas. */
const START = Date.UTC(2026, 10, 23, 19);

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.useFakeTimers({ toFake: ["Date"], now: START });
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A new isolate answers, which remembers nothing. */
function ask() {
  return callWith({ ...env }, "/api/health");
}

async function health(response: Promise<Response>) {
  const { status, headers } = await response;
  return {
    status,
    retryAfter: headers.get("retry-after"),
    ...(await (await response).json<Record<string, unknown>>()),
  };
}

test("a site that swept lately is well, and tells no secret", async () => {
  await everyMinute(envWithout());
  vi.setSystemTime(START + MINUTE);
  await apply();
  const { headers } = await ask();
  expect(headers.get("cache-control")).toBe("no-store");
  expect(await health(ask())).toEqual({
    status: 200,
    retryAfter: null,
    ok: true,
    success: true,
    database: "answers",
    lastSweepAt: new Date(START).toISOString(),
    oldestOwedAt: new Date(START + MINUTE).toISOString(),
    version: expect.any(String),
    secondFactor: "required",
    replyDomain: null,
  });
});

test("503 until the cron has run, and after 10 minutes without it", async () => {
  const silent = { status: 503, retryAfter: "60", ok: false, error: expect.stringContaining("every minute") };
  expect(await health(ask())).toMatchObject(silent);
  await everyMinute(envWithout());
  vi.setSystemTime(START + 10 * MINUTE);
  expect(await health(ask())).toMatchObject({ status: 200 });
  vi.setSystemTime(START + 10 * MINUTE + 1);
  expect(await health(ask())).toMatchObject(silent);
});

test("503 when mail has waited for an hour, but not on purpose", async () => {
  await apply();
  vi.setSystemTime(START + HOUR + 1);
  await everyMinute(envWithout("email"));
  expect(await health(ask())).toMatchObject({ status: 503, error: expect.stringContaining("Mail") });
  await env.DB.exec("update outbox set unknownOutcomes = 1");
  expect(await health(ask())).toMatchObject({ status: 200, oldestOwedAt: null });
  await env.DB.prepare("update outbox set unknownOutcomes = 0, revivedAt = ?").bind(Date.now()).run();
  expect(await health(ask())).toMatchObject({ status: 200 });
});

test("health asks D1 every ten seconds at most, however often asked", async () => {
  await everyMinute(envWithout());
  let batches = 0;
  const { env: bindings } = faultyEnv((part) => {
    if (part === "d1") batches++;
    return batches > 2 ? "before" : null;
  });
  const found: [status: number, batches: number][] = [];
  for (const after of [0, 5_000, 9_999, 10_000, 19_999]) {
    vi.setSystemTime(START + after);
    const { status } = await callWith(bindings, "/api/health");
    found.push([status, batches]);
  }
  const down = found[3]?.[1];
  expect(down).toBeGreaterThan(2);
  expect(found).toEqual([...Array(3).fill([200, 2]), ...Array(2).fill([503, down])]);
});

test("503 when the database refuses, with the version all the same", async () => {
  await everyMinute(envWithout());
  expect(await health(callWith(envWithout("d1"), "/api/health"))).toEqual({
    status: 503,
    retryAfter: "60",
    ok: false,
    success: false,
    error: "The database does not answer.",
    database: "refuses",
    lastSweepAt: null,
    oldestOwedAt: null,
    version: expect.any(String),
    secondFactor: "required",
    replyDomain: null,
  });
});

test("what is answered with 503 is an error in Cloudflare's logs", async () => {
  await callWith(envWithout("d1"), "/api/blog");
  await callWith(envWithout("d1"), "/api/health");
  const lines = logged.map((line) => JSON.parse(line));
  expect(lines).toContainEqual(expect.objectContaining({ level: "error", status: 503, route: "/api/blog" }));
  expect(lines).toContainEqual(expect.objectContaining({ level: "error", status: 503, route: "/api/health" }));
});

interface Status {
  health: { trouble: string | null };
  now: Record<string, number>;
  alarms: { name: string; endedAt: string | null }[];
  jobs: { name: string; endedAt: string | null }[];
  days: { day: string; counts: Record<string, number> }[];
}

async function status(manager: Colleague) {
  return (await manager.get("/api/desk/site-health")).json<Status>();
}

test("the status has the same figures, jobs and alarms", async () => {
  const manager = await signedIn("manager");
  await apply();
  // 11 PM in Texas, when it is the next day in UTC.
  vi.setSystemTime(START + 10 * HOUR);
  await apply({ phone: "512 555 0001" });
  await env.DB.prepare("update sessions set lastUsedAt = ?").bind(Date.now()).run();
  await everyMinute(envWithout());
  await env.DB.exec("update outbox set status = 'owed' where kind = 'confirmation'");
  await env.DB.prepare(
    "insert into outbox (id, kind, subjectId, status, nextAttemptAt) values ('d', 'alarm', 'd', 'dead', ?)",
  )
    .bind(Date.now())
    .run();
  const found = await status(manager);
  expect(found.now).toEqual({ waiting: 2, overdue: 1, messages: 0, mailsOwed: 2, mailsDead: 1 });
  expect(found.health.trouble).toContain("Mail");
  expect(found.alarms).toMatchObject([{ name: "mailDead", endedAt: null }]);
  expect(found.jobs.map(({ name }) => name)).toEqual(["sweep"]);
});

/** Everything as on a live site. */
const { EMAIL: _, ...silent } = strict;
const live: Env = {
  ...silent,
  SITE_URL: "https://prequal.test-site.com",
  MAIL_FROM: "hello@test-site.com",
  OFFICE_EMAIL: "office@test-site.com",
  ALERT_EMAIL: "owner@test-site.com",
  CLAIMS_SIGNED: "2026-11-29 Ana Ruiz",
  HASH_KEY: "k".repeat(44),
};
const wrong: [what: string, change: object, says: RegExp][] = [
  ["the key is the one of every developer", { HASH_KEY: "local" }, /^The secret HASH_KEY/],
  ["the key is short", { HASH_KEY: "k".repeat(31) }, /^The secret HASH_KEY/],
  ["nobody is told of trouble", { ALERT_EMAIL: "" }, /^ALERT_EMAIL/],
  ["the address only begins like this machine", { SITE_URL: "http://localhost.test-site.com" }, /^SITE_URL/],
  ["a password is enough", { SECOND_FACTOR: "optional" }, /^SECOND_FACTOR/],
  ["the live site sends mail to testers only", { ROBOTS: "noindex", MAIL_ONLY_TO: undefined }, /^MAIL_ONLY_TO/],
];
test.each(wrong)("503 with a sentence when %s", async (_, change, says) => {
  await everyMinute(live);
  expect(await health(callWith({ ...live }, "/api/health"))).toMatchObject({ status: 200 });
  const answer = await health(callWith({ ...live, ...change }, "/api/health"));
  expect(answer).toMatchObject({ status: 503, error: expect.stringMatching(says) });
});

test("a deployed site replaces a bad setting by the strictest", async () => {
  const loose = {
    AUTHORING: "local",
    LIMITS: "off",
    SECOND_FACTOR: "optional",
    HASH_KEY: "local",
  } as const;
  const { AUTHORING, LIMITS, SECOND_FACTOR, HASH_KEY, SITE_URL } = settled({ ...live, ...loose });
  expect({ AUTHORING, LIMITS, SECOND_FACTOR, HASH_KEY, SITE_URL }).toEqual({
    AUTHORING: "staff",
    LIMITS: "strict",
    SECOND_FACTOR: "required",
    HASH_KEY: "",
    SITE_URL: live.SITE_URL,
  });
  expect(settled({ ...env, ...loose })).toMatchObject(loose);
});

test("without a good key nothing is hashed, so nobody can apply", async () => {
  const application = exampleApplication();
  expect(
    (await postWith({ ...live, LIMITS: "off", HASH_KEY: "local" }, "/api/applications/submit", application)).status,
  ).toBe(503);
  expect((await postWith({ ...env }, "/api/applications/submit", application)).status).toBe(201);
});

test("a changed HASH_KEY is noticed within a minute and alarms once", async () => {
  const { env: bindings, sent } = faultyEnv(() => null);
  const ours: Env = { ...bindings, ALERT_EMAIL: "owner@test-site.com" };
  const minute = async (after: number, HASH_KEY: string) => {
    vi.setSystemTime(START + after * MINUTE);
    await checkKey({ ...ours, HASH_KEY });
    await everyMinute({ ...ours, HASH_KEY });
  };
  const alarms = () => sent.filter(({ subject }) => subject.includes("setting")).length;
  await minute(0, "first");
  await minute(1, "first");
  expect(await health(ask())).toMatchObject({ status: 200 });
  for (const after of [2, 3]) await minute(after, "second");
  expect(await health(ask())).toMatchObject({ status: 503, error: expect.stringMatching(/^HASH_KEY is another one/) });
  expect(alarms()).toBe(1);
  await minute(4, "first");
  expect(await health(ask())).toMatchObject({ status: 200 });
  expect(alarms()).toBe(1);
});
