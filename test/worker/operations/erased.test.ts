import { env } from "cloudflare:workers";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { DAY_MS } from "../../../db/model/time/clock.ts";
import { ERASED_NOTED_DAYS } from "../../../db/model/time/retention.ts";
import { continueErasures, ERASED } from "../../../worker/operations/erased.ts";
import worker from "../../../worker/site/index.ts";
import { post } from "../calls/call.ts";
import { askForCode } from "../contact/mailed-codes.ts";
import { freshDatabase, rememberRows } from "../database.ts";
import { asked, pdf, type Sender, stored } from "../papers/files.ts";
import { envWithout } from "../routes/faults.ts";

freshDatabase();
beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"] }));
afterEach(() => void vi.useRealTimers());

/** Somebody who sent a pay stub. */
async function sent() {
  const sender = await asked("payStub");
  expect((await sender.send("payStub", pdf({ more: `% ${sender.id}\n` }))).status).toBe(200);
  return sender;
}

async function deleteApplication({ ref }: Sender) {
  const { code } = await askForCode(ref, "deletion");
  expect((await post(`/api/applications/${ref}/deletion/confirm`, { code })).status).toBe(200);
}

async function rowsOf(table: string) {
  return (await env.DB.prepare(`select * from ${table}`).all()).results;
}

async function notes() {
  return (await env.PAPERS.list({ prefix: ERASED })).objects;
}

test("whoever was deleted is deleted again when a Time Travel returns them", async () => {
  const maria = await sent();
  const other = await sent();
  expect((await post(`/api/applications/${maria.ref}/stop-contact`, {})).status).toBe(200);
  const travel = await (await rememberRows())();
  await deleteApplication(maria);
  await continueErasures(env);
  const kept = await rowsOf("kept_consents");

  await travel();
  expect([await rowsOf("applications"), await rowsOf("papers"), await rowsOf("kept_consents")]).toMatchObject([
    [{ id: maria.id }, { id: other.id }],
    [{ applicationId: maria.id }, { applicationId: other.id }],
    [],
  ]);
  await worker.scheduled({} as ScheduledController, env);
  expect(await rowsOf("applications")).toMatchObject([{ id: other.id }]);
  expect(await rowsOf("papers")).toMatchObject([{ applicationId: other.id }]);
  expect(await env.DB.prepare("select count(*) n from outbox where subjectId = ?").bind(maria.id).first("n")).toBe(0);
  expect(await rowsOf("kept_consents")).toEqual([{ ...kept[0], notedAt: null }]);
  await continueErasures(env);
  expect(await rowsOf("kept_consents")).toEqual([{ ...kept[0], notedAt: Date.now() }]);
  expect(await stored()).toEqual([expect.stringMatching(`^${other.id}/`)]);
});

test("a deletion is noted by id alone while it could be undone", async () => {
  const maria = await sent();
  await deleteApplication(maria);
  const deletedAt = new Date();
  await expect(continueErasures(envWithout("r2"))).rejects.toThrow("R2 is down");
  await continueErasures(env);
  expect(await notes()).toMatchObject([{ key: `${ERASED}${deletedAt.toISOString()}/${maria.id}`, size: 0 }]);
  vi.setSystemTime(deletedAt.getTime() + ERASED_NOTED_DAYS * DAY_MS);
  await continueErasures(env);
  expect(await notes()).toHaveLength(1);
  vi.setSystemTime(Date.now() + 1);
  await continueErasures(env);
  expect(await notes()).toEqual([]);
});
