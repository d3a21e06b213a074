import { env } from "cloudflare:workers";
import { eq } from "drizzle-orm";
import { expect, test, vi } from "vitest";
import { ERASED, IMAGES, MANIFEST, NIGHTS, PURGED, readManifest, readPart } from "../../../db/backup.ts";
import { database } from "../../../db/database.ts";
import { BACKUP_KEPT_DAYS } from "../../../db/model/time/retention.ts";
import { applications, jobs } from "../../../db/schema.ts";
import type { Env } from "../../../worker/env.ts";
import { backUp, noteErased } from "../../../worker/operations/backup.ts";
import worker from "../../../worker/site/index.ts";
import { call, post } from "../calls/call.ts";
import { applyByForm, askForCode } from "../contact/mailed-codes.ts";
import { freshDatabase } from "../database.ts";
import { type Fault, faultyEnv, randomFrom, seed } from "../routes/faults.ts";
import { apply, idOf } from "../staff/staff.ts";
import { purge } from "./purge.ts";

freshDatabase();

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const NIGHT = new Date("2026-11-22T08:00:00Z");
const db = database(env.DB);
/** More rows than a page takes. */
const MANY = 4001;
/** A day has more. With every seventh call of D1 and R2 failing, some seeds take over 200. */
const ENOUGH_CALLS = 1000;
const ENOUGH_FAILURES = 20;

async function storeMany() {
  await env.DB.prepare(
    `with recursive numbers(n) as (values (1) union all select n + 1 from numbers where n < ${MANY})
     insert into counters (name, count, max, endsAt) select 'counter ' || n, 1, 1, 1 from numbers`,
  ).run();
  for (const name of ["one.png", "two.png"]) await env.MEDIA.put(name, name);
}

async function job() {
  const [found] = await db.select().from(jobs).where(eq(jobs.name, "backup"));
  return found;
}

/** Runs cron a minute apart until tonight's backup has ended. Ignores failing calls. */
async function untilEnded(bindings: Env, { now = NIGHT, steps = 1 } = {}) {
  for (let calls = 1; calls <= ENOUGH_CALLS; calls++) {
    await backUp(bindings, new Date(now.getTime() + calls * MINUTE), steps).catch(() => undefined);
    const { startedAt, endedAt } = (await job()) ?? {};
    if (startedAt && endedAt && endedAt >= startedAt) return calls;
  }
  throw new Error(`not ended after ${ENOUGH_CALLS} calls, SEED=${seed}`);
}

async function keys(prefix = "") {
  return (await env.BACKUPS.list({ prefix })).objects.map(({ key }) => key);
}

/** The newest backup: its manifest, and its rows by table. */
async function newest() {
  const folder = (await keys(NIGHTS)).findLast((key) => key.endsWith(MANIFEST))?.slice(0, -MANIFEST.length) ?? "";
  const get = async (name: string) => (await env.BACKUPS.get(folder + name))?.bytes() ?? null;
  const manifest = await readManifest(new TextDecoder().decode((await get(MANIFEST)) ?? undefined));
  const rows: Record<string, unknown[]> = {};
  for (const part of manifest.parts) {
    rows[part.table] ??= [];
    rows[part.table]?.push(...(await readPart(part, await get(part.name))));
  }
  return { folder, manifest, rows };
}

async function expectWhole() {
  const { manifest, rows } = await newest();
  expect(new Set(rows.counters?.map((row) => (row as string[])[0])).size).toBe(MANY);
  expect(rows.counters).toHaveLength(MANY);
  expect(manifest.images).toEqual(["one.png", "two.png"]);
  expect(await keys(IMAGES)).toEqual([`${IMAGES}one.png`, `${IMAGES}two.png`]);
}

test("one call takes as many steps as it may, and later calls go on until all of it is there and has been read back", async () => {
  await storeMany();
  await backUp(env, NIGHT, 1);
  expect(await keys(NIGHTS)).toHaveLength(2);
  await backUp(env, NIGHT, 1);
  expect(await keys(NIGHTS)).toHaveLength(3);
  expect((await job())?.endedAt).toBeNull();
  await untilEnded(env);
  await expectWhole();
  expect((await job())?.startedAt).toEqual(NIGHT);
  const { folder, manifest } = await newest();
  expect((await job())?.detail).toEqual({ folder, parts: manifest.parts.length, rows: MANY + 1, images: 2 });
});

test("a night has one backup, and the next night another", async () => {
  await untilEnded(env);
  const written = await keys(NIGHTS);
  for (const later of [MINUTE, DAY - MINUTE]) await backUp(env, new Date(NIGHT.getTime() + later));
  expect(await keys(NIGHTS)).toEqual(written);
  await backUp(env, new Date(NIGHT.getTime() + DAY));
  expect(await keys(NIGHTS)).toHaveLength(2 * written.length);
});

test("the cron makes it, whatever else fails", async () => {
  vi.useFakeTimers({ now: NIGHT, toFake: ["Date"] });
  const noMail = { ...env, EMAIL: undefined };
  await worker.scheduled({ cron: "* * * * *" } as ScheduledController, noMail);
  expect((await job())?.endedAt).toEqual(NIGHT);
  vi.useRealTimers();
});

test("whichever call of D1 or R2 fails, before or after it did its work, nothing is lost or there twice", async () => {
  await storeMany();
  const random = randomFrom(seed);
  let failures = 0;
  const fate = (): Fault => {
    if (random() > 0.15) return null;
    failures++;
    return random() < 0.5 ? "before" : "after";
  };
  for (let night = NIGHT.getTime(); failures < ENOUGH_FAILURES; night += DAY) {
    await untilEnded(faultyEnv(fate).env, { now: new Date(night), steps: 5 });
    await expectWhole();
  }
});

test("two calls at the same time write nothing twice", async () => {
  await storeMany();
  for (let calls = 0; calls < 20; calls++) await Promise.all([backUp(env, NIGHT, 2), backUp(env, NIGHT, 3)]);
  expect((await job())?.endedAt).toEqual(NIGHT);
  await expectWhole();
});

for (const [what, damage] of [
  ["was damaged", (key: string) => env.BACKUPS.put(key, "something else")],
  ["is gone", (key: string) => env.BACKUPS.delete(key)],
] as const) {
  test(`a part that ${what} is noticed: the backup has not succeeded, and the next night begins anew`, async () => {
    await storeMany();
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    while (!(await keys(NIGHTS)).some((key) => key.endsWith(MANIFEST))) await backUp(env, NIGHT, 1);
    const part = (await newest()).manifest.parts.at(-1)?.name;
    await damage(`${NIGHTS}${NIGHT.toISOString()}/${part}`);
    for (let calls = 0; calls < 20; calls++) await backUp(env, NIGHT);
    expect(await job()).toMatchObject({ endedAt: null, detail: { problem: expect.stringContaining(String(part)) } });
    expect(error.mock.calls.join()).toContain("backup damaged");
    error.mockRestore();
    await untilEnded(env, { now: new Date(NIGHT.getTime() + DAY), steps: 5 });
    await expectWhole();
  });
}

test("a manifest that was damaged is noticed", async () => {
  await storeMany();
  const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
  while (!(await keys(NIGHTS)).some((key) => key.endsWith(MANIFEST))) await backUp(env, NIGHT, 1);
  const key = `${NIGHTS}${NIGHT.toISOString()}/${MANIFEST}`;
  await env.BACKUPS.put(key, ((await (await env.BACKUPS.get(key))?.text()) ?? "").replace("counters", "conuters"));
  await backUp(env, NIGHT);
  expect(await job()).toMatchObject({ endedAt: null, detail: { problem: `${MANIFEST} is damaged.` } });
  error.mockRestore();
});

test("when a new version of the site is deployed in the meantime, the backup starts over", async () => {
  await storeMany();
  while (!(await job())?.detail) await backUp(env, NIGHT, 1);
  await env.DB.prepare("insert into d1_migrations (name) values ('9999_more.sql')").run();
  const later = new Date(NIGHT.getTime() + 5 * MINUTE);
  await backUp(env, later, 5);
  // Nothing of the new one was verified yet.
  expect(await job()).toMatchObject({ startedAt: later, detail: null });
  await untilEnded(env);
  await env.DB.prepare("delete from d1_migrations where name = '9999_more.sql'").run();
  expect((await newest()).folder).toBe(`${NIGHTS}${later.toISOString()}/`);
  expect((await newest()).manifest.migrations).toContain("9999_more.sql");
});

test("an applicant who was erased is no longer in any backup after 35 days, and neither is a purged post's image", async () => {
  const id = await apply({ fullName: "Maria Canary" });
  await untilEnded(env, { steps: 5 });
  expect(JSON.stringify((await newest()).rows)).toContain("Maria Canary");
  await db.delete(applications).where(eq(applications.id, id));
  await env.BACKUPS.put(`${PURGED}${NIGHT.toISOString()}/hero.png`, "an image");
  await untilEnded(env, { now: new Date(NIGHT.getTime() + DAY), steps: 5 });
  expect(JSON.stringify((await newest()).rows)).not.toContain("Maria Canary");

  const written = await keys();
  await purge(env, new Date(NIGHT.getTime() + (BACKUP_KEPT_DAYS - 1) * DAY));
  expect(await keys()).toEqual(written);
  await purge(env, new Date(NIGHT.getTime() + BACKUP_KEPT_DAYS * DAY));
  const left = await keys();
  expect(left.length).toBeGreaterThan(0);
  for (const key of left) expect(key).toContain(`${NIGHTS}2026-11-23T`);
});

test("whom an applicant had us delete is noted next to the backups by id alone, once R2 answers, for as long as a night is kept", async () => {
  const { ref } = await applyByForm();
  const id = await idOf(ref);
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
  const broken: Env = {
    ...env,
    BACKUPS: new Proxy(env.BACKUPS, { get: () => () => Promise.reject(new Error("R2 does not answer")) }),
  };
  await expect(noteErased(broken)).rejects.toThrow("R2 does not answer");
  expect(await keys(ERASED)).toEqual([]);
  await worker.scheduled({ cron: "* * * * *" } as ScheduledController, env);
  const [key = "", ...others] = await keys(ERASED);
  expect(others).toEqual([]);
  const deletedAt = await env.DB.prepare("select deletedAt from kept_consents").first<number>("deletedAt");
  expect(key).toBe(`${ERASED}${new Date(deletedAt ?? 0).toISOString()}/${id}`);
  expect((await env.BACKUPS.get(key))?.size).toBe(0);
  // It is noted only once.
  await env.BACKUPS.delete(key);
  await noteErased(env);
  expect(await keys(ERASED)).toEqual([]);

  await env.BACKUPS.put(`${ERASED}${NIGHT.toISOString()}/${id}`, "");
  await purge(env, new Date(NIGHT.getTime() + (BACKUP_KEPT_DAYS - 1) * DAY));
  expect(await keys(ERASED)).toHaveLength(1);
  await purge(env, new Date(NIGHT.getTime() + BACKUP_KEPT_DAYS * DAY));
  expect(await keys(ERASED)).toEqual([]);
});

test("nothing of a backup is served", async () => {
  await untilEnded(env, { steps: 5 });
  for (const key of await keys()) {
    for (const path of [`/media/${key}`, `/media/${encodeURIComponent(key)}`, `/${key}`, `/media/../${key}`]) {
      const response = await call(path);
      // The stand-in for static files answers with the requested path.
      if (response.status === 200) expect(await response.text()).toBe(new URL(path, "https://site.test").pathname);
    }
  }
});
