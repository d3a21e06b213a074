import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { NIGHT_JOBS, type NightJob } from "../../../db/model/site/alarms.ts";
import type { Env } from "../../../worker/env.ts";
import { jobs } from "../../../worker/operations/jobs.ts";
import { purges } from "../../../worker/operations/retention.ts";
import worker from "../../../worker/site/index.ts";
import { callWith } from "../calls/call.ts";
import { freshDatabase } from "../database.ts";
import { envWithout, faultyEnv, type SentMail, seed } from "../routes/faults.ts";

/** The cron does each of its jobs whatever becomes of the others, and somebody hears of one that does not end. */

freshDatabase();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NIGHT = Date.UTC(2026, 10, 23, 8);

let logged: string[];
beforeEach(() => {
  logged = [];
  vi.useFakeTimers({ toFake: ["Date"], now: NIGHT });
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The cron, so long after the night began. True if it failed. */
async function cron(after: number, bindings: Env = env) {
  vi.setSystemTime(NIGHT + after);
  return worker.scheduled({ cron: "* * * * *" } as ScheduledController, bindings).then(
    () => false,
    () => true,
  );
}

/** Which jobs have ended since they last began, and which have not. */
async function rows() {
  const { results } = await env.DB.prepare(
    "select name, ifnull(endedAt >= startedAt, 0) hasEnded from jobs order by name",
  ).all<{ name: string; hasEnded: number }>();
  const named = (hasEnded: number) => results.filter((row) => row.hasEnded === hasEnded).map(({ name }) => name);
  return { ended: named(1), unfinished: named(0) };
}

function isOfNight(name: string): name is NightJob {
  return (NIGHT_JOBS as readonly string[]).includes(name);
}

/** The short run tries a quarter of them, by the seed. */
const names = Object.keys(jobs) as (keyof typeof jobs)[];
for (const name of names.filter((_, index) => env.LONG || index % 4 === seed % 4)) {
  test(`when '${name}' fails, the others end, and it is tried again`, async () => {
    const spy = vi.spyOn(jobs, name).mockRejectedValueOnce(new Error("broken"));
    expect(await cron(0)).toBe(true);
    expect(logged).toEqual([expect.stringContaining(`"job failed","job":"${name}","message":"broken"`)]);
    const others = NIGHT_JOBS.filter((other) => other !== name);
    expect((await rows()).ended).toEqual(expect.arrayContaining(others));
    expect((await rows()).ended).not.toContain(name);
    expect(await cron(MINUTE)).toBe(false);
    expect(spy).toHaveBeenCalledTimes(2);
    const { ended, unfinished } = await rows();
    expect(unfinished).toEqual([]);
    if (isOfNight(name)) expect(ended).toContain(name);
  });
}

/** A file that is due, and a counter, which is deleted without R2. */
function storeOld() {
  return env.DB.batch([
    env.DB.prepare(
      "insert into papers (id, applicationId, paper, size, sha256, secret, createdAt) values ('a', 'b', 'payStub', 1, '', '', 0)",
    ),
    env.DB.prepare("insert into counters (name, count, max, endsAt) values ('a', 1, 1, 0)"),
  ]);
}

function left(table: string) {
  return env.DB.prepare(`select count(*) n from ${table}`).first<number>("n");
}

test("without R2 the night deletes all that does not need it", async () => {
  await storeOld();
  expect(await cron(0, envWithout("r2"))).toBe(true);
  await cron(MINUTE, envWithout("r2"));
  expect([await left("papers"), await left("counters")]).toEqual([1, 0]);
  expect((await rows()).ended).toContain("purge people");
  expect((await rows()).unfinished).toContain("purge papers");
  await cron(2 * MINUTE);
  await cron(3 * MINUTE);
  expect(await left("papers")).toBe(0);
  expect((await rows()).ended).toContain("purge papers");
});

/** The alarm's mails so far. */
function told(sent: SentMail[]) {
  return sent.filter(({ subject }) => subject.includes("does not end")).map(({ text }) => text);
}

async function health() {
  const response = await callWith({ ...env }, "/api/health");
  return { status: response.status, error: (await response.json<{ error?: string }>()).error };
}

for (const [name, fail] of [
  ["purge papers", () => vi.spyOn(purges, "purge papers").mockRejectedValue(new Error("broken"))],
] as const) {
  test(`that '${name}' has not ended for 24 hours is told once`, async () => {
    const { env: working, sent } = faultyEnv(() => null);
    const bindings = { ...working, ALERT_EMAIL: "alerts@example.com" };
    const spy = fail();
    for (const after of [0, MINUTE, DAY]) await cron(after, bindings);
    expect(told(sent)).toEqual([]);
    expect((await health()).error).toBeUndefined();
    for (const after of [DAY + MINUTE, DAY + 2 * MINUTE]) await cron(after, bindings);
    expect(told(sent)).toEqual([expect.stringContaining("The other jobs go on.")]);
    expect(await health()).toEqual({ status: 503, error: `These jobs have not ended for 24 hours: ${name}.` });
    spy.mockRestore();
    for (const after of [DAY + 3 * MINUTE, DAY + 4 * MINUTE]) await cron(after, bindings);
    expect((await health()).status).toBe(200);
    expect(await env.DB.prepare("select endedAt from alarms where name = 'jobStuck'").first("endedAt")).not.toBeNull();
  });
}
